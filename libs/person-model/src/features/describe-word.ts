import { columnAt, type TokenColumns } from './columns';
import { endingHint, readEnding, type EndingReading } from '../text/word-endings';
import { wordClasses } from './word-classes';
import { caseOf, script, shape, type WordReader } from '../text/word-reader';
import type { WordLookup } from '../text/word-table';

/** The lists of words the model knows, each word with a small number. */
export interface Lexicons {
  /** Bits of the classes a word belongs to: surname, first name, place, common noun, … */
  classes: WordLookup;
  /** Latin words: numbers of three clusterings of their meanings in ten, eight and six bits. */
  clusters: WordLookup;
  /** English words: what they mean most often, as WordNet divides meanings (plants, artifacts, communication, …). */
  supersenses: WordLookup;
  /** Names of several words that are no people's: kinds of things, by the hash of their tokens. */
  gazetteer: WordLookup;
}

export interface WordPlace {
  columns: TokenColumns;
  token: number;
  lexicons: Lexicons;
}

const LONGEST_COUNTED = 12;
const ending: EndingReading = { hints: 0, stemLength: 0 };
const prefixes = [columnAt.first1, columnAt.first2, columnAt.first3, columnAt.first4];
const suffixes = [columnAt.last1, columnAt.last2, columnAt.last3, columnAt.last4];
const LONG = 5;

/** Fill the columns that a word decides alone. */
export function describeWord(word: WordReader, place: WordPlace): void {
  const { columns, token } = place;
  describeAffixes(word, place);
  const isRussian = word.script === script.cyrillic;
  if (isRussian) readEnding(word.units, word.length, ending);
  const hints = isRussian ? ending.hints : 0;
  const classes = classesOf(word, place.lexicons.classes);
  const isPatronymic = hints & endingHint.patronymic ? 1 : 0;
  const isSurname = hints & endingHint.surname ? 1 : 0;
  const isParticiple = classes === 0 && hints & endingHint.participle ? 1 : 0;
  columns.set(columnAt.isWord, token, 1);
  columns.set(columnAt.word, token, word.prefix(word.length));
  columns.set(columnAt.stem, token, word.prefix(isRussian ? ending.stemLength : word.length));
  columns.set(columnAt.shape, token, word.shape);
  columns.set(columnAt.case, token, caseOf(word.shape));
  columns.set(columnAt.script, token, word.script);
  columns.set(columnAt.length, token, Math.min(word.length, LONGEST_COUNTED));
  // Apart, since most brands are names as well, and few other words share such a mixture of classes.
  const thing = word.script === script.latin ? classes & (wordClasses.organisation | wordClasses.country) : 0;
  columns.set(columnAt.lexicon, token, 1 + (classes & ~thing) * 4 + isPatronymic + 2 * isParticiple);
  columns.set(columnAt.thing, token, thing);
  columns.set(columnAt.hints, token, 1 + isSurname + 2 * isPatronymic);
  columns.set(columnAt.isPatronymic, token, 1 + isPatronymic);
  columns.set(columnAt.isSurname, token, 1 + isSurname);
  columns.set(columnAt.isHyphenated, token, word.hyphenAt < 0 ? 0 : 1);
  if (word.script === script.latin) describeMeaning(word, place);
}

function describeAffixes(word: WordReader, { columns, token }: WordPlace): void {
  for (let length = 1; length <= prefixes.length && length < word.length; length += 1) {
    columns.set(prefixes[length - 1] ?? 0, token, word.prefix(length));
    columns.set(suffixes[length - 1] ?? 0, token, word.suffix(length));
  }
  if (word.length > LONG) columns.set(columnAt.last5, token, word.suffix(LONG));
  columns.set(columnAt.tail2, token, word.suffix(2));
  columns.set(columnAt.tail3, token, word.suffix(3));
  if (word.script !== script.cyrillic || caseOf(word.shape) === shape.letter) return;
  columns.set(columnAt.capitalTail1, token, word.suffix(1));
  columns.set(columnAt.capitalTail2, token, word.suffix(2));
}

/** Classes of a word; those of both outer parts for a hyphenated one that is unknown as a whole. */
function classesOf(word: WordReader, table: WordLookup): number {
  const whole = table.get(word.hash);
  if (whole !== 0 || word.hyphenAt < 0) return whole;
  return table.get(word.part(0, word.firstHyphen())) | table.get(word.part(word.hyphenAt + 1, word.length));
}

function describeMeaning(word: WordReader, { columns, token, lexicons }: WordPlace): void {
  const known = lexicons.clusters.get(word.hash);
  // 0 is no word of the table, whose numbers begin with 1.
  columns.set(columnAt.cluster1000, token, 1 + (known & 0x3ff));
  columns.set(columnAt.cluster250, token, 1 + ((known >>> 10) & 0xff));
  columns.set(columnAt.cluster60, token, 1 + (known >>> 18));
  columns.set(columnAt.supersense, token, 1 + lexicons.supersenses.get(word.hash));
}
