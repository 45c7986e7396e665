import { type Match, confidence } from '../../document/match';
import { russianStreets } from './address-words';
import { fold } from '../../text/split-words';
import type { TextDocument } from '../../document/text-document';
import { alternatives } from '../../text/word-lists';
import { textBefore, matchAt } from '../../text/spans';

const oneOf = alternatives('address');

const HOUSE =
  '\\d{1,3}(?: ?[а-гА-Г](?![\\p{L}\\d]))?(?:[-/]\\d{1,4}[а-гА-Г]?)?(?: ?(?:к|корп|стр)\\.? ?\\d{1,2})?';
const DOOR = '(?:,? (?:подъезд|под\\.|корп\\.?|стр\\.|кв\\.?|оф(?:ис|\\.)) ?\\d{1,4}){0,3}';
/** Behind the house the talk ends or goes on; anything else may be what the number counts. */
const OVER = `(?![\\p{L}\\d]|[-–.,:/]\\d| ?[–-] ?\\d)(?= ?(?:[.,;:!?)»"|\\n]|$)| [—–(-]| ${oneOf('ends-of-spoken')}(?![\\p{L}]))`;
const NAME = '(?:[А-ЯЁ][а-яё]+(?:-[А-ЯЁ][а-яё]+)? )?[А-ЯЁа-яё][а-яё]{3,20}(?:-[А-ЯЁ][а-яё]{3,20})?';
/** «на Горького 71», «с Чкалова, 5», «адрес: Тополиная 6» */
const spokenPattern = new RegExp(
  `(?<![\\p{L}\\p{N}])(?<lead>по адресу|на|по|с|со|от|до|у|адрес[а-яё]{0,4} ?[:—–-]|куда ?[:—–-]|доставк[аи] ?[:—–-]) (?!адрес)(?<name>${NAME}),? ${HOUSE}${DOOR}${OVER}`,
  'iuy',
);
/** So many words before that of the street the preposition stands («по адресу Малая Дмитровка-Лесная 5»). */
const WORDS_BACK = 3;
/** Words by which somebody lives, works or waits in the street. */
const stayPattern = new RegExp(`(?<!\\p{L})${oneOf('words-of-living')}`, 'iu');
/** Names of streets as they are spoken of behind a preposition, and as forms have them. */
const nameEnding = /(?:[оеё]й|[ое]го|[оеё]ва|[иыя]на|[иы]х|[оеё]в)$/u;
const formEnding = /(?:ая|[иы]й|[оеё]й|[ое]го|[оеё]ва|[иыя]на|[иы]х|[оеё]в)$/u;
/** How far before the street such words count. */
const REACH = 40;

/** Streets spoken of by name alone with a house: those everyone knows, others where somebody lives or waits there. */
export function findSpokenStreets({ text, words }: TextDocument): Match[] {
  const found: Match[] = [];
  let from = 0;
  words.forEach((word, i) => {
    if (word.start < from || word.script !== 'cyrillic' || !isNumbered(text, word.end)) return;
    const starts = words.slice(Math.max(0, i - WORDS_BACK), i).map(({ start }) => start);
    const match = starts
      .map((start) => matchAt(spokenPattern, text, start))
      .find((one) => one !== null && endOf(one) > word.end);
    if (!match) return;
    const { lead = '', name = '' } = match.groups ?? {};
    const end = endOf(match);
    if (!isStreet({ text, start: match.index, lead, name })) return;
    from = end;
    found.push({ start: match.index + lead.length + 1, end, type: 'ADDRESS', score: confidence.stated });
  });
  return found;
}

/** A blank and a digit come behind, with a comma or without. */
function isNumbered(text: string, end: number): boolean {
  const at = text[end] === ',' ? end + 1 : end;
  return text[at] === ' ' && text.charCodeAt(at + 1) >= 48 && text.charCodeAt(at + 1) <= 57;
}

const endOf = ({ 0: written, index }: RegExpExecArray): number => index + written.length;

function isStreet(found: { text: string; start: number; lead: string; name: string }): boolean {
  const { text, start, lead, name } = found;
  const folded = fold(name);
  const isTitle = /^[А-ЯЁ]/u.test(name);
  const isKnown = russianStreets.has(folded);
  const isForm = /^(?:по адр|адрес|куда)/iu.test(lead);
  // «на новой 8»: an adjective in lower case says nothing.
  if (isKnown && (isTitle || /(?:[ое]го|[оеё]ва|[иыя]на|са)$/u.test(folded)))
    return !isRoute(text, start) && (lead !== 'у' || stayPattern.test(clauseBefore(text, start)));
  if (!isTitle) return false;
  if (isForm) return formEnding.test(folded);
  return lead !== 'у' && nameEnding.test(folded) && stayPattern.test(clauseBefore(text, start));
}

/** The words before in the same sentence, as far as they count. */
function clauseBefore(text: string, start: number): string {
  const window = textBefore(text, start, REACH);
  return window.slice(Math.max(window.lastIndexOf('. '), window.lastIndexOf('\n')) + 1);
}

/** «маршрут 5 по Кирова 12»: numbers of lines, volumes and goals. */
function isRoute(text: string, start: number): boolean {
  return /маршрут|автобус|трамва|троллейбус|\bтом|роман|стих|поэм|рассказ|собрани|книг|матч|счёт|скидк|цен[аы]|рубл/iu.test(
    clauseBefore(text, start),
  );
}
