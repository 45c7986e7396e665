import { transliterations } from '../../../text/transliterate';
import type { PlacedMention } from '../identity/group-people';
import type { NameWord } from '../names/name-words';
import { romanSurnameKeys, russianNamesOf } from '../names/roman-key';
import { fold } from '../../../text/split-words';
import type { IdentityMap } from './assign-fake-identities';
import type { FakeFirst } from './fake-names';
import { foldedEnglishNames } from './name-lists';
import { englishFullNames } from '../names/known-first-names';

/** Keys of surnames, whose endings are cut already. */
const russianSurname = /(?:[oe]va?|ina?|sk|enko|7uk)$/u;

/** A name for each word of a mention in Latin letters: English, or Russian in transliteration where the real one was. */
export function writeLatinPerson(placed: PlacedMention, identities: IdentityMap): (string | undefined)[] {
  const isRussian = soundsRussian(placed);
  const { words } = placed.mention;
  const hasFirst = words.some(({ role }) => role === 'first');
  let initials = hasFirst ? 1 : 0;
  return words.map((part) => {
    if (part.role === 'particle' || part.role === 'suffix') return undefined;
    if (part.role === 'initial') initials += 1;
    return isRussian
      ? russianFor(part, placed, { identities, initials })
      : englishFor(part, placed, { identities, initials });
  });
}

function soundsRussian({ person: { isCyrillic, firsts, surnames } }: PlacedMention): boolean {
  if (isCyrillic) return true;
  const isKnown = firsts.some((name) => /[а-я]/u.test(name));
  return isKnown && surnames.some((name) => russianSurname.test(name));
}

interface WritingContext {
  identities: IdentityMap;
  initials: number;
}

function russianFor(part: NameWord, placed: PlacedMention, { identities, initials }: WritingContext): string {
  const { person } = placed;
  const isFirst = part.role === 'first' || isCalledByFirst(part, person.firsts, person.surnames);
  if (part.role === 'initial')
    return romanOf(russianFirst(placed, { identities, initials }).name).slice(0, 1);
  if (isFirst) return romanOf(russianFirstLike(part, placed, { identities, initials: 1 }));
  const keys = person.surnames.length > 0 ? person.surnames : romanSurnameKeys(part.name);
  const { male, female } = identities.surname(keys, paradigmOf(part.name));
  return romanOf(identities.genderOf(person) === 'female' ? female : male);
}

function paradigmOf(surname: string): string {
  if (surname.endsWith('enko')) return 'frozen';
  return /sk|ck/u.test(surname) ? 'adjective' : 'possessive';
}

function russianFirst({ person }: PlacedMention, { identities, initials }: WritingContext): FakeFirst {
  const known = person.firsts.filter((name) => /[а-я]/u.test(name));
  const keys = initials > 1 ? [person.patronymic ?? `father of ${person.id}`] : known;
  const gender = initials > 1 ? 'male' : identities.genderOf(person);
  return identities.first(keys.length > 0 ? keys : [`of ${person.id}`], { gender, kind: 'other' });
}

/** The made-up first name, short where the real one is. */
function russianFirstLike({ name }: NameWord, placed: PlacedMention, context: WritingContext): string {
  const fake = russianFirst(placed, context);
  const isShort = !russianNamesOf(name).some((full) => fold(romanOf(full)) === name);
  return isShort && placed.person.isCyrillic ? (fake.shorts[0] ?? fake.name) : fake.name;
}

function englishFor(part: NameWord, placed: PlacedMention, { identities, initials }: WritingContext): string {
  const { person } = placed;
  const isFirst =
    part.role === 'first' ||
    isCalledByFirst(part, person.firsts, person.surnames) ||
    isEnglishFirst(part, person.surnames);
  if (part.role !== 'initial' && !isFirst) {
    return identities.englishSurname(person.surnames.length > 0 ? person.surnames : [part.name]);
  }
  const full = englishFullNames(part.name);
  const keys = firstKeys(part, placed, initials);
  const fake = identities.englishFirst(keys, { gender: null, isShort: full.length > 0 });
  if (part.role === 'initial') return fake.name.slice(0, 1);
  return full.length > 0 ? (fake.shorts[0] ?? fake.name) : fake.name;
}

/** By which names a first name or initial is cast: those of the person, but not for a middle name. */
function firstKeys(part: NameWord, { person, mention }: PlacedMention, initials: number): readonly string[] {
  if (part.role === 'initial' && initials > 1) return [`middle of ${person.id}`];
  const isMiddle = part.role === 'first' && mention.words.find(({ role }) => role === 'first') !== part;
  if (isMiddle) return [part.name];
  if (person.firsts.length > 0) return person.firsts;
  return part.role === 'initial' ? [`of ${person.id}`] : [part.name];
}

function isCalledByFirst(
  { name }: NameWord,
  firsts: readonly string[],
  surnames: readonly string[],
): boolean {
  return firsts.includes(name) && !romanSurnameKeys(name).some((key) => surnames.includes(key));
}

/** A word alone that is a first name and, as far as is known, no surname of this text. */
function isEnglishFirst({ name, role }: NameWord, surnames: readonly string[]): boolean {
  if (role !== 'surname' || surnames.length > 1) return false;
  return foldedEnglishNames().has(name);
}

function romanOf(name: string): string {
  const roman = transliterations(name)[0] ?? name;
  return roman.slice(0, 1).toUpperCase() + roman.slice(1);
}
