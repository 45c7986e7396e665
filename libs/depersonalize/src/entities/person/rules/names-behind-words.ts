import { nameProbability } from '../../../document/match';
import {
  type DescribedText,
  type TokenColumns,
  type TokenSpan,
  columnAt,
  shape,
  stemsOf,
} from '@medley/person-model';
import { isKnownName, isTitle, mayBeName } from './name-like';

/** How sure a name is that only the word before it shows. */
const LIKELY = nameProbability.likely;
/** So many tokens behind «фамилию» old and new ones are looked for. */
const CHANGE = 16;

/** Behind these somebody is named. */
const kin = stemsOf(
  'mr mrs ms mx г-н г-жа neighbour neighbor flatmate roommate housemate doorman nephew niece cousin sister brother husband wife stepson ' +
    'stepdaughter granddaughter grandson grandmother grandfather hubby fiancé fiancée fiance fiancee ' +
    'сосед соседка муж жена сын дочь дочка брат сестра няня внук внучка племянник племянница тесть тёща зять ' +
    'невестка свекровь бабушка дедушка тётя дядя напарник напарница сожитель сожительница одноклассник одноклассница',
);
/** Behind these a first name says whose it is: «телефон Хасана». */
const belongings = stemsOf('телефон ноутбук планшет смартфон айфон мобильный компьютер комп мобильник');
/** At the foot of a letter; «исполнитель» may be a firm, too. */
const author = stemsOf('исп исполн');
const contractor = stemsOf('исполнитель');
const surname = stemsOf('фамилия');
/** Between «фамилию» and a quoted one. */
const change = stemsOf('с со на из фамилия вместо');
const field = stemsOf('имя отчество фамилия фио');

const openingQuotes = new Set([...'«"“„'].map((mark) => shape.singleMark + mark.charCodeAt(0)));
const closingQuotes = new Set([...'»"”“'].map((mark) => shape.singleMark + mark.charCodeAt(0)));
const FULL_STOP = shape.singleMark + '.'.charCodeAt(0);
const COLON = shape.singleMark + ':'.charCodeAt(0);

/** Names that the model left out, behind a word that announces one. Linear. */
export function namesBehindWords(
  { columns, tokens }: DescribedText,
  taken: Readonly<Uint8Array>,
): TokenSpan[] {
  const found: number[] = [];
  for (let token = 1; token < tokens.count; token += 1) {
    const stem = columns.get(columnAt.stem, token - 1);
    if (surname.has(stem) && !isOneOf(columns, token, ...closingQuotes))
      found.push(...changedNames(columns, token));
    if (!taken[token] && isTitle(columns, token) && isAnnounced(columns, token, stem)) found.push(token);
  }
  return [...new Set(found)]
    .filter((token) => !taken[token])
    .map((token) => ({ first: token, last: token, probability: LIKELY }));
}

function isAnnounced(columns: TokenColumns, token: number, stem: number): boolean {
  if (stem !== 0) {
    if (kin.has(stem)) return mayBeName(columns, token) && columns.get(columnAt.opens, token) === 1;
    return belongings.has(stem) && isKnownName(columns, token);
  }
  const label = labelBefore(columns, token);
  if (author.has(label)) return columns.get(columnAt.shape, token + 1) !== shape.lower;
  return contractor.has(label) && mayBeName(columns, token);
}

/** The stem of a word that begins a line, with a full stop or a colon before the token; 0 when there is none. */
function labelBefore(columns: TokenColumns, token: number): number {
  let label = token - 1;
  while (label > token - 3 && isOneOf(columns, label, FULL_STOP, COLON)) label -= 1;
  if (label < 0 || label === token - 1) return 0;
  const opensLine = label === 0 || isOneOf(columns, label - 1, shape.lineEnd);
  return opensLine ? columns.get(columnAt.stem, label) : 0;
}

function isOneOf(columns: TokenColumns, token: number, ...shapes: readonly number[]): boolean {
  return shapes.includes(columns.get(columnAt.shape, token));
}

/** «фамилию с «Козлова» на «Озерова»»: words in quotes on the same line. */
function changedNames(columns: TokenColumns, from: number): number[] {
  const found: number[] = [];
  for (let token = from + 1; token < Math.min(columns.count - 1, from + CHANGE); token += 1) {
    if (isOneOf(columns, token, shape.lineEnd, FULL_STOP)) break;
    const isQuoted =
      openingQuotes.has(columns.get(columnAt.shape, token - 1)) &&
      closingQuotes.has(columns.get(columnAt.shape, token + 1));
    const stem = columns.get(columnAt.stem, token);
    if (
      isQuoted &&
      isTitle(columns, token) &&
      !field.has(stem) &&
      change.has(columns.get(columnAt.stem, token - 2))
    )
      found.push(token);
  }
  return found;
}
