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

/** Whether a name stands for a thing that is called after somebody: a sort of plants, a street, a school, a law. */
export function isNameOfThing(text: string, { start, end }: Span): boolean {
  return isSort(text, { start, end }) || isEponym(text, { start, end });
}

function isSort(text: string, { start, end }: Span): boolean {
  const closing = closingQuotes[text.charAt(start - 1)];
  if (closing === undefined || !text.slice(end, end + SORT_MAX).includes(closing)) return false;
  return plant.test(text.slice(Math.max(0, start - BEFORE), start));
}
