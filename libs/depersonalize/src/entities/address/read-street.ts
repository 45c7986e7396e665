import { alternatives } from '../../text/word-lists';
import { textAfter, matchAt, matchEnd } from '../../text/spans';

const oneOf = alternatives('address');
const B = '[ \\t\\u00a0]';
const full = oneOf('street-kinds');
const short = 'ул|пр-?к?т|просп|пр|пер|ш|б-р|бул|наб|пл|пр-д|п-т|ал|туп|лин|тр-т';
const capitals =
  'УЛ|УЛИЦА|ПР|ПР-Т|ПР-КТ|ПРОСПЕКТ|ПЕР|ПЕРЕУЛОК|ШОССЕ|Ш|БУЛЬВАР|Б-Р|НАБ|НАБЕРЕЖНАЯ|ПЛ|ПЛОЩАДЬ|ПРОЕЗД';
const prefixPattern = new RegExp(
  `(?:б\\.${B}?(?=[А-ЯЁ][а-яё]{2,20}(?:[аяиы]|[иыо]й|ая|[оеё]в)[ ,])|(?:${short})(?:\\.${B}?|${B})|${full}${B})`,
  'iuy',
);

const TITLE = '(?:[А-ЯЁ][а-яё]+(?:-[А-ЯЁа-яё][а-яё]*){0,3}|[А-ЯЁ]{2,}(?:-[А-ЯЁ]+)?)';
const ORDINAL = '\\d{1,4}(?:-?(?:[АаЯя]я|[ИиЫыОо]й|ой|е|я|й|го)| лет)?';
const suffixPattern = new RegExp(
  `(?:(?:${ORDINAL}${B})?(?:${TITLE}${B}){1,3}|${ORDINAL}${B}(?:года${B})?|[а-яё]{3,20}(?:ая|ую|ой|ий|ый|ое|ому?)${B})` +
    `(?:${short}|${full}|${capitals}|(?<=\\d-?[йя]${B})лини[яию])(?:\\.|(?![\\p{L}\\d-]))(?:${B}[ВП]\\.${B}?[ОС]\\.)?`,
  'uy',
);

/** Where the street ends that begins at an offset: «ул. Мира», «Невский пр.», «9-я линия В. О.». Null: there is none. */
export function readStreet(text: string, start: number): number | null {
  const prefix = matchEnd(prefixPattern, text, start);
  if (prefix !== null) {
    const end = readStreetName(text, prefix);
    if (end !== null) return end;
  }
  return matchEnd(suffixPattern, text, start);
}

const wordPattern = /(?:\d{1,4}(?:-?(?:[ая]я|[иыо]й|[еяй]|го|летия?))?|[а-яё]+(?:-[а-яё]+){0,3})(?![\d/])/iuy;
/** Between the words of a name: «8-го Марта», «50 лет Октября», «им. Фрунзе». */
const linkPattern = /^(?:лет(?:ия)?|года|им|имени|и|реки|канала|завода|армии|съезда)$/u;
/** Words at which the name is over: parts of an address, prepositions, what happens in streets. */
const stopPattern = new RegExp(`^${oneOf('stops-of-street-name')}$`, 'iu');
/** Genitives and adjectives, as names of streets are; «на улице градусов 15» has none. */
const nameEnding = /(?:[аяыи]|ой|ей|ого|его|[иы]х|[иы]й|[оеё]в)$/u;
const houseAhead =
  /^(?:\.?,?[ \t\u00a0]{0,2}(?:дом|д|вл|уч|корп)(?:\.|(?!\p{L}))|,?[ \t\u00a0]{1,2}№?\d|,[ \t\u00a0]{0,2}\d)/iu;
/** «просека 5-я, 104» */
const ordinalAlone = /^\d{1,3}-?[яй],/u;
/** «ул. им. Чапаева В. И.,» */
const initialsPattern = /^ [А-ЯЁ]\. ?(?:[А-ЯЁ]\.)?(?=,)/u;
/** «ул. А. Невского» */
const initialPattern = /^[А-ЯЁ]\. ?[А-ЯЁ][а-яё]/u;
const WORDS_MAX = 5;
const LOWER_MAX = 3;

/**
 * Where the name of a street ends that begins at an offset: capitalised words and numbers («8 Марта», «50 лет Октября»), in
 * quotes or not; in lower case only as far as a house follows. Null when there is none.
 */
function readStreetName(text: string, start: number): number | null {
  const quoted = /^[«"„][^«»"„“”\n]{2,40}[»"“”]/u.exec(textAfter(text, start, 44));
  if (quoted !== null) return start + quoted[0].length;
  const first = wordAt(text, start);
  if (first === null || (stopPattern.test(first) && !isInitial(text, start))) return null;
  if (/^[а-яё]/u.test(first) && !/^им(?:ени)?$/u.test(first)) return lowerEnd(text, start);
  return capitalEnd(text, start);
}

function isInitial(text: string, at: number): boolean {
  return initialPattern.test(textAfter(text, at, 5));
}

function wordAt(text: string, at: number): string | null {
  return matchAt(wordPattern, text, at)?.[0] ?? null;
}

/** Offset of the next word of the same name; -1 when something else comes. */
function nextWord(text: string, end: number): number {
  const gap = /^\.?[ \t\u00a0]{1,2}/.exec(textAfter(text, end, 3));
  return gap === null ? -1 : end + gap[0].length;
}

function capitalEnd(text: string, start: number): number | null {
  let end: number | null = null;
  let at = start;
  for (let count = 0; count < WORDS_MAX && at >= 0; count += 1) {
    const word = wordAt(text, at);
    if (word === null || !continuesName({ word, text, at }, end === null)) break;
    if (isWhole(word, text, at)) end = at + word.length;
    if (end !== null && initialsPattern.test(textAfter(text, end, 8))) break;
    at = nextWord(text, at + word.length);
  }
  return end === null ? null : end + (initialsPattern.exec(textAfter(text, end, 8))?.[0].length ?? 0);
}

/** Whether a word may stand in a name: a number before its noun only. */
function continuesName(
  { word, text, at }: { word: string; text: string; at: number },
  isFirst: boolean,
): boolean {
  if (/^\d/.test(word)) return isFirst;
  return (
    linkPattern.test(word) || (/^[А-ЯЁ]/u.test(word) && (!stopPattern.test(word) || isInitial(text, at)))
  );
}

/** Whether a name may end at a word: «3-я» waits for its noun, «1905 года» is whole. */
function isWhole(word: string, text: string, at: number): boolean {
  if (/^\d/.test(word)) return ordinalAlone.test(textAfter(text, at, 8));
  return !linkPattern.test(word) || /^(?:года|канала|завода|армии|съезда)$/u.test(word);
}

function lowerEnd(text: string, start: number): number | null {
  let at = start;
  for (let count = 0; count < LOWER_MAX && at >= 0; count += 1) {
    const word = wordAt(text, at);
    if (word === null || !/^[а-яё]/iu.test(word) || stopPattern.test(word)) return null;
    const end = at + word.length;
    if (nameEnding.test(word.toLowerCase()) && houseAhead.test(textAfter(text, end, 12))) return end;
    at = nextWord(text, end);
  }
  return null;
}
