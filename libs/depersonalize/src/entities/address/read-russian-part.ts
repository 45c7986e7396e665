import { isRussianCity } from '../../lexicon/russian-cities';
import { russianStreets } from './address-words';
import { fold } from '../../text/split-words';
import { readStreet } from './read-street';
import { russianPartSources } from './russian-part-sources';
import { alternatives } from '../../text/word-lists';
import { matchAt, matchEnd } from '../../text/spans';

const oneOf = alternatives('address');

type SourceKind = keyof typeof russianPartSources;
/** `city`: known without a word for it; `name`: capitalised words that may be a street. */
export type PartKind = Exclude<SourceKind, 'placed' | 'quarter'> | 'street' | 'city' | 'known' | 'name';

export interface RussianPart {
  kind: PartKind;
  end: number;
}

const patterns = Object.fromEntries(
  Object.entries(russianPartSources).map(([kind, { source, flags }]) => [kind, new RegExp(source, flags)]),
) as Readonly<Record<SourceKind, RegExp>>;

const shortCityPattern = /(?:С\. ?-?Петербург|П\.-Камчатский|Р\.?-на-Дону)(?!\p{L})/uy;
const riverPattern = /[ \u00a0-]н\/Д(?:ону)?(?!\p{L})/iuy;
const wordPattern = /[а-яё]{2,25}(?:-[а-яё]{1,20}){0,3}(?![\p{L}-])/iuy;
const twoWordsPattern = /(?:[а-яё]\.|[а-яё]{2,20})[ \u00a0][а-яё-]{3,20}(?![\p{L}-])/iuy;
/** Heads of the fields of a form, which stand below a town («г. Клин\nПаспорт 4508 …»), and «Почта России № 5» are no streets. */
const namePattern = new RegExp(
  `(?!${oneOf('documents-before-settlement')}(?![а-яё-]))(?:\\d{1,3}(?:-?[а-я]{1,2})?[ \\u00a0])?[А-ЯЁ][а-яё]{2,25}(?:-[А-ЯЁ][а-яё]{2,25})?(?:[ \\u00a0][А-ЯЁ][а-яё]{2,25}){0,2}(?![\\p{L}-]|[ \\u00a0]№)`,
  'uy',
);
/** What a word in lower case behind «г.» or «снт» cannot be. */
const notPlace =
  /^(?:[дви]|дом|кв|квартира|корп|стр|ул|улица|пр|пер|на|по|[скуя]|от|до|из|за|мы|он|она|это|где|что|не)$/u;

/** «пос. совхоза имени Ленина», «пос. им. Морозова» */
const linkPattern = /^(?:им\.?|имени|совхоза|колхоза|свх|санатория|завода)$/u;

/** The part of an address of a kind that begins at an offset; null when another thing does. */
export function readRussianPart(text: string, start: number, kind: PartKind): RussianPart | null {
  const end = endOf(text, start, kind);
  return end === null || end === start ? null : { kind, end };
}

// eslint-disable-next-line complexity -- a case for each kind
function endOf(text: string, start: number, kind: PartKind): number | null {
  switch (kind) {
    case 'street':
      return readStreet(text, start);
    case 'city':
      return matchEnd(shortCityPattern, text, start) ?? onRiver(text, knownEnd(text, start, isRussianCity));
    case 'known':
      // «Советская Гавань» is no street «Советская».
      return isTwoWordCity(text, start) ? null : knownEnd(text, start, isKnownStreet);
    case 'name':
      return matchEnd(namePattern, text, start);
    case 'settlement':
      return (
        onRiver(text, namedEnd(text, start, patterns.settlement)) ?? matchEnd(patterns.placed, text, start)
      );
    case 'garden':
      return matchEnd(patterns.quarter, text, start) ?? namedEnd(text, start, patterns.garden);
    case 'bare':
    case 'box':
    case 'complex':
    case 'country':
    case 'district':
    case 'flat':
    case 'house':
    case 'index':
    case 'lone':
    case 'number':
    case 'part':
    case 'region':
    case 'room':
    case 'village':
      return matchEnd(patterns[kind], text, start);
  }
}

/** «Ростов н/Д»: the name goes on. */
function onRiver(text: string, end: number | null): number | null {
  return end === null ? null : (matchEnd(riverPattern, text, end) ?? end);
}

/** One or two words that a lexicon knows, folded. */
function knownEnd(text: string, start: number, isKnown: (name: string) => boolean): number | null {
  for (const pattern of [twoWordsPattern, wordPattern]) {
    const end = matchEnd(pattern, text, start);
    if (end !== null && isKnown(fold(text.slice(start, end)))) return end;
  }
  return null;
}

function isTwoWordCity(text: string, start: number): boolean {
  const end = matchEnd(twoWordsPattern, text, start);
  return end !== null && isRussianCity(fold(text.slice(start, end)));
}

function isKnownStreet(folded: string): boolean {
  return russianStreets.has(folded);
}

/** A kind of place and its name: in quotes, in capitals as far as they go, or one word in lower case. */
function namedEnd(text: string, start: number, pattern: RegExp): number | null {
  const match = matchAt(pattern, text, start);
  if (match === null) return null;
  const { name } = match.groups ?? {};
  if (name === undefined) return start + match[0].length;
  const begin = start + match[0].length - name.length;
  const words = [...name.matchAll(/[^ \t\u00a0]+/gu)];
  // «50 лет Октября»
  if (/^\d/.test(name))
    return begin + (/^(?:[^ \t\u00a0]+[ \t\u00a0]){2}[^ \t\u00a0]+/u.exec(name)?.[0].length ?? name.length);
  const isTitle = words.some(({ 0: word }) => /^[А-ЯЁ]/u.test(word));
  let end: number | null = null;
  for (const { 0: word, index } of words) {
    if (isTitle && linkPattern.test(word)) continue;
    const isName = isTitle ? /^[А-ЯЁ\d]/u.test(word) : index === 0 && !notPlace.test(word);
    if (!isName) break;
    end = begin + index + word.length;
  }
  return end;
}
