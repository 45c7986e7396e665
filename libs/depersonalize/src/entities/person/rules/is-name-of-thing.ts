import { charClass, charClasses } from '@medley/person-model';
import { isAbbreviation } from './is-abbreviation';
import { isEponym } from './is-eponym';
import type { Span } from '../../../text/spans';

/** So far before a name is read what it names. */
const BEFORE = 90;
/** So far behind the first word the quotes of a sort are closed. */
const SORT_MAX = 24;

/** «розы 'Глория Дей'», “Hosta 'Frances Williams'”: sorts of plants. */
const plant =
  /(?<!\p{L})(?:роз[аыу]|лили[яийю]|пион|сирен|клематис|яблон|груш[аиу]|слив[аыу]|вишн[яию]|томат|огур|картоф|тюльпан|георгин|ирис|флокс|гортензи|саженц|сорт[аоы]?в?(?!\p{L})|розари|rose|tulip|dahlia|clematis|hosta|peon|iris|apple|pear|plum|tomato|potato|sweet pea|cultivar|variet|rhododendron|hydrangea|camellia)/iu;
const closingQuotes: Readonly<Record<string, string>> = { "'": "'", '‘': '’', '«': '»', '“': '”' };

const unit = /[°º\d][ \u00a0]?$/u;
const letterAlone = /^\p{L}\.?$/u;
/** «Динамо» Мх: the town of a team. */
const CLOSING_QUOTE = '» ';
const TOWN_MAX = 3;
/** «Дезориентирована» and what else is said of patients without a subject. */
const participle = /^\p{Lu}\p{Ll}{3,}(?:ирован|изован)[аоы]?$/u;
/** Small letters before several capitals: “ecoTEC”. */
const coined = /(?<!\p{L})\p{Ll}{2,}\p{Lu}{2,}(?!\p{L})/u;
const brands = new Set(
  (
    'hasbro mattel lego vaillant grundfos playmobil tupperware husqvarna makita karcher kärcher viessmann buderus daikin ' +
    'mitsubishi volkswagen hyundai samsung xiaomi huawei lenovo logitech panasonic electrolux nespresso ikea pokemon ' +
    'pokémon nintendo playstation dreamhouse'
  ).split(' '),
);
/** “FOB Dayton”, “FOB origin, Dayton” */
const tradeTerm = /(?<!\p{L})(?:FOB|CIF|EXW|FCA|DAP|DDP|CPT|CFR)(?: (?:origin|destination|dock|port))?,? $/u;

/** Whether a name stands for a thing that is called after somebody, or is no name at all by what is around it. */
export function isNameOfThing(text: string, { start, end }: Span): boolean {
  const written = text.slice(start, end);
  if (isSort(text, { start, end })) return true;
  if (
    written.length <= 2 &&
    letterAlone.test(written) &&
    unit.test(text.slice(Math.max(0, start - 2), start))
  )
    return true;
  if (!((charClasses[text.charCodeAt(start)] ?? 0) & charClass.cyrillic)) {
    return (
      coined.test(written) ||
      written.split(' ').some((word) => brands.has(word.toLowerCase())) ||
      isAbbreviation(written) ||
      tradeTerm.test(text.slice(Math.max(0, start - 18), start))
    );
  }
  const isTown = end - start <= TOWN_MAX && text.startsWith(CLOSING_QUOTE, start - CLOSING_QUOTE.length);
  return isTown || participle.test(written) || isEponym(text, { start, end });
}

function isSort(text: string, { start, end }: Span): boolean {
  const closing = closingQuotes[text.charAt(start - 1)];
  if (closing === undefined || !text.slice(end, end + SORT_MAX).includes(closing)) return false;
  return plant.test(text.slice(Math.max(0, start - BEFORE), start));
}
