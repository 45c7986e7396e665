import { alternatives } from '../../../text/word-lists';
import { type Span, textBefore } from '../../../text/spans';

const oneOf = alternatives('person');

/** So far before a name is read what it names. */
const BEFORE = 90;

/** Whether a name stands for a thing that is called after somebody: a sort of plants, a street, a school, a law. */
export function isNameOfThing(text: string, name: Span): boolean {
  const written = text.slice(name.start, name.end);
  const before = textBefore(text, name.start, BEFORE);
  return (
    isSort(text, name, before) ||
    museumFirst.test(written) ||
    museum.test(before) ||
    behindStreet.test(before) ||
    isInMemory(before) ||
    isScientificEponym(written, before)
  );
}

/** So far behind the first word the quotes of a sort are closed. */
const SORT_MAX = 24;
const plant = new RegExp(`(?<!\\p{L})${oneOf('plants')}`, 'iu');
const closingQuotes: Readonly<Record<string, string>> = { "'": "'", '‘': '’', '«': '»', '“': '”' };

/** «розы 'Глория Дей'», “Hosta 'Frances Williams'”: sorts of plants. */
function isSort(text: string, { start, end }: Span, before: string): boolean {
  const closing = closingQuotes[text.charAt(start - 1)];
  if (closing === undefined || !text.slice(end, end + SORT_MAX).includes(closing)) return false;
  return plant.test(before);
}

/** «Музей-заповедник А. С. Пушкина» */
const museum =
  /(?<!\p{L})(?:(?:дом-)?музе[йяею]м?(?:-[а-яё]+)?|усадьб[аеуы]|мемориал[а-я]?|некропол[а-я]{1,2})[ \u00a0]$/iu;
const museumFirst = /^(?:дом-)?музе[йяею]м?(?:-[а-яё]+)?[ \u00a0]/iu;

const title = `${oneOf('titles-of-honour')}[ \\u00a0]`;
/** «ул. Маршала Жукова», «площадь Гагарина»; «на улице …» needs a title, for somebody may be met there. */
const behindStreet = new RegExp(
  `(?<!\\p{L})(?:${oneOf('streets')}[ \\u00a0]?(?:${title}){0,4}|улиц(?:е|ей)[ \\u00a0](?:${title}){1,4})$`,
  'iu',
);

const inMemory = new RegExp(`(?<!\\p{L})(?:имени|им\\.)[ \\u00a0]?(?:${title}){0,4}$`, 'iu');
const founded = new RegExp(`(?<!\\p{L})${oneOf('named-after')}`, 'iu');
/** «МГТУ имени», «Красноярск имени», «АО «Маяк» им.»: an abbreviation, or what has a name inside a sentence. */
const hasName =
  /(?:(?<!\p{L})\p{Lu}{2}[\p{Lu}\d-]{0,24}|[^\s.!?:;][ \u00a0]\p{Lu}[\p{L}-]{1,40}|[»”"])[ \u00a0](?:№[ \u00a0]?\d{1,6}[ \u00a0])?$/u;
/** «от имени Иванова», «полного имени Марии», «передал им. Иванов» */
const spoken = new RegExp(`(?:^|[ \\u00a0])${oneOf('not-in-memory')}[ \\u00a0]$`, 'iu');
const sentenceEnd = /[.!?…][ \u00a0]+\p{Lu}\p{Ll}|\n/gu;

/** «завод имени Лихачёва» */
function isInMemory(before: string): boolean {
  const place = inMemory.exec(before)?.index;
  if (place === undefined) return false;
  const named = before.slice(0, place);
  const lastEnd = [...named.matchAll(sentenceEnd)].at(-1);
  const sentence = lastEnd ? named.slice(lastEnd.index + 1) : named;
  return (founded.test(sentence) || hasName.test(sentence)) && !spoken.test(sentence);
}

/** Nouns that people have as well (anamnesis, book, report) are not among them. */
const nouns = oneOf('eponym-nouns');
/** «болезнь Крона», «синдром Леша — Нихана»: before the only name, and before the second of two. */
const nounBefore = new RegExp(`(?<!\\p{L})${nouns}[ \\u00a0](?:(?:и|или)[ \\u00a0])?$`, 'iu');
const pairBefore = new RegExp(
  `(?<!\\p{L})${nouns}[ \\u00a0]\\p{Lu}[\\p{L}-]{1,24}[ \\u00a0]?[-–—][ \\u00a0]?$`,
  'iu',
);
/** One surname, or two with a dash, in the genitive, or one that is not declined. */
const genitive = /^\p{Lu}[\p{L}’'-]*?(?:[аяыи]|ого|ой|[оеуэю])(?:[ ]?[-–—][ ]?\p{Lu}[\p{L}]*)?$/u;
/** What people have, too: there the name has to be known, for it may say whose the thing is. */
const owned = new RegExp(`${oneOf('owned-nouns')}[а-яё]{0,3}[ \\u00a0]$`, 'iu');
const known = new RegExp(`${oneOf('known-eponyms')}$`, 'iu');

/**
 * What is called after whoever found, described or made it: such a noun with a surname in the genitive is its name, and
 * nobody is meant («закон Гука», «шкала Норриса»).
 */
function isScientificEponym(written: string, before: string): boolean {
  if (!genitive.test(written) || written === written.toUpperCase()) return false;
  if (pairBefore.test(before)) return true;
  if (!nounBefore.test(before)) return false;
  return owned.test(before) ? known.test(before + written) : true;
}
