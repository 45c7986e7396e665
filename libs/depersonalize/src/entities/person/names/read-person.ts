import { fold } from '../../../text/split-words';
import { type Agreement, type Form, type Gender, type Reading, cases } from './grammar';
import { type MentionContext, anomalyScore, noContext } from './mention-context';
import { type NameWord, readNameWords } from './name-words';
import { englishFullNames } from './known-first-names';
import { readSurname } from './read-surname';
import { romanKey, romanSurnameKeys, russianNamesOf } from './roman-key';

/** A mention of a person taken apart. All names are folded. */
export interface PersonMention {
  words: readonly NameWord[];
  /** The genders and cases that all its words and its neighbours allow, the likeliest first; empty: nothing is known. */
  forms: readonly Form[];
  /** What it agrees with more likely than with anything else. */
  likeliest: Agreement | null;
  /** Full first names that it may mean. */
  firsts: readonly string[];
  /** The father. */
  patronymic: string | null;
  /** What its surname may be a form of. */
  surnames: readonly string[];
  /** Initials of first name and patronymic. */
  initials: readonly string[];
  /** “Jr”, «мл.» */
  suffix: string | null;
  isLatin: boolean;
}

/** Take a mention apart: «Волкову А. Э.» has a surname in the dative and two initials. */
export function readPerson(written: string, context: MentionContext = noContext): PersonMention {
  const words = readNameWords(written);
  const withRole = (role: NameWord['role']): NameWord[] => words.filter((part) => part.role === role);
  const { forms, likeliest } = agree(words, context);
  const [patronymic] = withRole('patronymic');
  return {
    words,
    forms,
    likeliest,
    firsts: keysOf(withRole('first').slice(0, 1), forms).flatMap((name) => namesOf(name)),
    patronymic: patronymic ? (patronymic.readings[0]?.key ?? patronymic.name) : null,
    surnames: surnamesOf(withRole('surname').slice(-1), forms),
    initials: initialsOf(words),
    suffix: suffixOf(withRole('suffix')[0]?.name),
    isLatin: !words.some(({ word }) => word.script === 'cyrillic'),
  };
}

/** A first name in full is its own initial: «Джон Ф. Кеннеди». */
function initialsOf(words: readonly NameWord[]): string[] {
  const initials = words.filter(({ role }) => role === 'initial').map(({ name }) => name);
  const first = words.find(({ role }) => role === 'first');
  return first && initials.length > 0 ? [first.name.slice(0, 1), ...initials] : initials;
}

function suffixOf(name: string | undefined): string | null {
  if (name === undefined) return null;
  return /^(?:мл|младший|jr|junior)$/u.test(name)
    ? 'junior'
    : /^(?:ст|старший|sr)$/u.test(name)
      ? 'senior'
      : name;
}

/** In Latin letters: itself, and what it is short for, in English and in Russian. */
function namesOf(name: string): string[] {
  return /[a-z]/u.test(name) ? [name, ...englishFullNames(name), ...russianNamesOf(name)] : [name];
}

function surnamesOf(parts: readonly NameWord[], forms: readonly Form[]): string[] {
  const keys = keysOf(parts, forms).flatMap((name) =>
    /[a-z]/u.test(name) ? romanSurnameKeys(name) : romanKey(name),
  );
  return [...new Set(keys)];
}

/** What the words may be forms of, in the genders and cases that are left. */
function keysOf(parts: readonly NameWord[], forms: readonly Form[]): string[] {
  return parts.flatMap(({ name, readings }) => {
    if (readings.length === 0) return [name];
    const fitting = readings.filter(
      (reading) => forms.length === 0 || forms.some((form) => isOf(reading, form)),
    );
    return [...new Set((fitting.length > 0 ? fitting : readings).map(({ key }) => key))];
  });
}

/** Whether a reading is of a form; a plural goes with every gender («Мария и Иван Петровы»). */
export function isOf(reading: Reading, form: Form): boolean {
  return reading.case === form.case && (reading.agrees === form.agrees || reading.agrees === 'plural');
}

const agreements: readonly Agreement[] = ['male', 'female', 'plural'];
/** Forms that are this much less likely than the best one are out of the question. */
const MARGIN = 2;

interface Agreed {
  forms: Form[];
  likeliest: Agreement | null;
}

function agree(words: readonly NameWord[], context: MentionContext): Agreed {
  const telling = words.filter(({ readings }) => readings.length > 0);
  // Words that do not agree («Элис Иванову», «Пал Иванычу»): the less certain ones are left out.
  const without = (...roles: NameWord['role'][]): NameWord[] =>
    telling.filter(({ role }) => !roles.includes(role));
  for (const some of [telling, without('surname'), without('first'), without('first', 'surname')]) {
    const found = formsOf(some, context);
    if (found.forms.length > 0) return found;
  }
  return { forms: [], likeliest: null };
}

function formsOf(words: readonly NameWord[], context: MentionContext): Agreed {
  const found: { form: Form; cost: number }[] = [];
  for (const inCase of cases) {
    for (const agrees of agreements) {
      const form: Form = { agrees, case: inCase };
      const costs = words.map(({ readings }) => cheapest(readings, form));
      // «Ивановы» alone are a family; «Мария Ивановы» is a woman of it.
      const isShown = words.some(({ readings }) =>
        readings.some((one) => one.agrees === agrees && isOf(one, form)),
      );
      const cost = isShown ? costs.reduce((sum, one) => sum + one, anomalyScore(form, context)) : Infinity;
      if (Number.isFinite(cost)) found.push({ form, cost });
    }
  }
  found.sort((a, b) => a.cost - b.cost);
  const [best] = found;
  if (!best) return { forms: [], likeliest: null };
  const rival = found.find(({ form }) => form.agrees !== best.form.agrees);
  return {
    forms: found.filter(({ cost }) => cost < best.cost + MARGIN).map(({ form }) => form),
    likeliest: !rival || rival.cost >= best.cost + 1 ? best.form.agrees : null,
  };
}

function cheapest(readings: readonly Reading[], form: Form): number {
  return Math.min(...readings.filter((reading) => isOf(reading, form)).map(anomaly), Infinity);
}

/** How unusual it is to read a word so: names that never change are few, where an ending would explain their vowel. */
export function anomaly({ paradigm, agrees, base, key }: Reading): number {
  if (agrees === 'plural') return 1;
  // «Белой» is a woman's «Белая» rather than a man like «Цой».
  if (paradigm === 'yot' && base.endsWith('ой') && /[аеиоуыэюя]/u.test(base.slice(0, -2))) return 1;
  if (paradigm === 'frozen') return /[^аеиоуэ][уюые]$/u.test(base) && key === base ? 1.5 : 0;
  if (paradigm === 'noun' && /[аеиоуэ]я$/u.test(base)) return 0.5;
  return paradigm === 'adjective' && !/[сц]к$/u.test(key) ? 0.5 : 0;
}

/** The gender that a mention shows, if it shows one. */
export function genderOf({ forms }: PersonMention): Gender | null {
  const genders = new Set(forms.map(({ agrees }) => agrees));
  const [only] = genders;
  return genders.size === 1 && only !== 'plural' ? (only ?? null) : null;
}

/** How much of a name a mention gives. */
export function completeness({ firsts, surnames, patronymic, initials }: PersonMention): number {
  const parts = [firsts.length > 0, surnames.length > 0, patronymic !== null];
  return parts.filter(Boolean).length * 3 + initials.length;
}

/** A single word that is a known first name may be a surname all the same («Ким»), and the other way round. */
export function otherSense(mention: PersonMention): Pick<PersonMention, 'firsts' | 'surnames'> | null {
  const [word] = mention.words;
  if (!word || mention.words.length > 1) return null;
  if (mention.isLatin) return { firsts: namesOf(word.name), surnames: [] };
  if (word.role !== 'first') return null;
  return { firsts: [], surnames: readSurname(word.name).readings.map(({ key }) => romanKey(key)) };
}

/** Whether a first letter may open one of the names, a short one (Александр, «Саша») too. */
export function opensWith(names: readonly string[], initial: string | undefined): boolean {
  return initial === undefined || names.length === 0 || names.some((name) => fold(name).startsWith(initial));
}
