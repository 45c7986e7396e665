import type { Agreement, Gender } from '../names/grammar';
import { type PersonMention, opensWith } from '../names/read-person';

/** What all mentions of one person say together. */
export interface Person {
  id: number;
  firsts: readonly string[];
  patronymic: string | null;
  surnames: readonly string[];
  initials: readonly string[];
  suffix: string | null;
  genders: readonly Agreement[];
  /** Where the first mention stands. */
  from: number;
  /** Somewhere written in Cyrillic letters. */
  isCyrillic: boolean;
}

export function createPerson(id: number, mention: PersonMention, from: number): Person {
  const { firsts, patronymic, surnames, initials, suffix } = mention;
  return {
    id,
    firsts,
    patronymic,
    surnames,
    initials,
    suffix,
    genders: gendersOf(mention),
    from,
    isCyrillic: !mention.isLatin,
  };
}

/** What the forms of a mention agree with; everything when they say nothing. */
function gendersOf({ forms }: PersonMention): Agreement[] {
  return forms.length === 0 ? ['male', 'female', 'plural'] : [...new Set(forms.map(({ agrees }) => agrees))];
}

/** The gender, as far as the mentions show one. */
export function genderOf({ genders }: Person): Gender | null {
  const [only] = genders;
  return genders.length === 1 && only !== 'plural' ? (only ?? null) : null;
}

/** Whether all that both say agrees. */
export function isSame(person: Person, mention: PersonMention): boolean {
  const { firsts, patronymic, surnames, initials, suffix } = mention;
  const genders = gendersOf(mention);
  if (!person.genders.some((gender) => genders.includes(gender))) return false;
  if (suffix !== null && person.suffix !== null && suffix !== person.suffix) return false;
  if (!meet(person.surnames, surnames) || !meet(person.firsts, firsts)) return false;
  if (patronymic !== null && person.patronymic !== null && patronymic !== person.patronymic) return false;
  return (
    fitsInitials(person.firsts, person.patronymic, initials) &&
    fitsInitials(firsts, patronymic, person.initials) &&
    initials.every((initial, i) => isPrefix(initial, person.initials[i] ?? initial))
  );
}

function fitsInitials(
  firsts: readonly string[],
  patronymic: string | null,
  initials: readonly string[],
): boolean {
  if (!opensWith(firsts, initials[0])) return false;
  return opensWith(patronymic === null ? [] : [patronymic], initials[1]);
}

/** «Дж.» and «Д.» */
function isPrefix(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

function meet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === 0 || other.length === 0 || one.some((name) => other.includes(name));
}

/** Add what a further mention says. */
export function absorb(person: Person, mention: PersonMention, from: number): void {
  person.firsts = narrow(person.firsts, mention.firsts);
  person.surnames = narrow(person.surnames, mention.surnames);
  person.genders = narrow(person.genders, gendersOf(mention));
  person.patronymic ??= mention.patronymic;
  person.suffix ??= mention.suffix;
  if (mention.initials.length > person.initials.length) person.initials = mention.initials;
  person.isCyrillic ||= !mention.isLatin;
  person.from = Math.min(person.from, from);
}

function narrow<T>(known: readonly T[], said: readonly T[]): readonly T[] {
  if (known.length === 0) return said;
  const common = known.filter((name) => said.includes(name));
  return common.length > 0 ? common : known;
}
