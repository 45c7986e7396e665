import { englishShortNames } from '../names/known-first-names';
import { transliterations } from '../../../text/transliterate';
import { type Person, genderOf } from '../identity/person';
import type { Gender } from '../names/grammar';
import type { PlacedMention } from '../identity/group-people';
import { romanKey } from '../names/roman-key';
import type { Random } from '../../../fakes/fake';
import { fold } from '../../../text/split-words';
import {
  type FakeFirst,
  type FakeSurname,
  type FirstKind,
  drawRussianFirst,
  drawRussianSurname,
} from './fake-names';
import { englishFirstNames, englishSurnames, generateName } from './name-lists';

/** Who plays whom: the same name in a text is the same made-up name, so that families stay families. */
export interface IdentityMap {
  genderOf(person: Person): Gender;
  /** For a first name by any of its keys; `kind` says how it is declined. */
  first(keys: readonly string[], like: { gender: Gender; kind: FirstKind }): FakeFirst;
  surname(keys: readonly string[], paradigm: string): FakeSurname;
  englishFirst(keys: readonly string[], like: { gender: Gender | null; isShort: boolean }): FakeFirst;
  englishSurname(keys: readonly string[]): string;
}

/** Assign a fake identity to each person of a text; no fake has a name that stands in the text. */
export function assignFakeIdentities(mentions: readonly PlacedMention[], random: Random): IdentityMap {
  const avoid = new Set(mentions.flatMap(({ mention }) => mention.words.flatMap(namesIn)));
  const firsts = new Map<string, FakeFirst>();
  const surnames = new Map<string, FakeSurname>();
  const english = new Map<string, string>();
  const genders = new Map<Person, Gender>();
  const known = <T>(map: Map<string, T>, keys: readonly string[], draw: () => T): T => {
    const key = keys.find((one) => map.has(one));
    const found = (key === undefined ? undefined : map.get(key)) ?? draw();
    for (const one of keys) if (!map.has(one)) map.set(one, found);
    return found;
  };
  return {
    genderOf: (person) => {
      const gender = genders.get(person) ?? genderOf(person) ?? likelyGender(person);
      genders.set(person, gender);
      return gender;
    },
    first: (keys, like) =>
      known(
        firsts,
        keys.map((key) => `${like.gender} ${key}`),
        () => drawRussianFirst(like, random, avoid),
      ),
    surname: (keys, paradigm) => known(surnames, keys, () => drawRussianSurname(paradigm, random, avoid)),
    englishFirst: (keys, like) =>
      known(
        firsts,
        keys.map((key) => `en ${key}`),
        () => drawEnglishFirst(keys, like, { random, avoid }),
      ),
    englishSurname: (keys) => known(english, keys, () => pickFree(englishSurnames(), random, { avoid })),
  };
}

/** What the likeliest reading shows, where nothing tells for certain. */
function likelyGender({ genders }: Person): Gender {
  return genders[0] === 'female' ? 'female' : 'male';
}

function namesIn({ name, role, readings }: PlacedMention['mention']['words'][number]): string[] {
  const keys = [...new Set(readings.map(({ key }) => key))];
  const bases = [...new Set(readings.map(({ base }) => base))];
  return [name, ...keys, ...bases, ...(role === 'surname' ? keys.map(romanKey) : []), ...name.split('-')];
}

/** Most draws of a long list are free at once; only a text full of names needs the whole of it. */
const LUCKY_DRAWS = 8;

function pickFree(
  names: readonly string[],
  random: Random,
  { avoid, isFit = () => true }: { avoid: Set<string>; isFit?: (name: string) => boolean },
): string {
  const isFree = (name: string): boolean =>
    !avoid.has(fold(name)) && /^[A-Z][a-z]+$/.test(name) && isFit(name);
  const lucky = Array.from({ length: LUCKY_DRAWS }, () => random.pick(names)).find(isFree);
  const free = lucky === undefined ? names.filter(isFree) : [lucky];
  const name = free.length > 0 ? random.pick(free) : inventEnglish(random, avoid);
  avoid.add(fold(name));
  return name;
}

function inventEnglish(random: Random, avoid: ReadonlySet<string>): string {
  return (
    transliterations(generateName(random, avoid, 'ен'))[0]?.replace(/^./, (letter) => letter.toUpperCase()) ??
    ''
  );
}

function drawEnglishFirst(
  keys: readonly string[],
  { gender, isShort }: { gender: Gender | null; isShort: boolean },
  { random, avoid }: { random: Random; avoid: Set<string> },
): FakeFirst {
  const lists = { male: englishFirstNames('male'), female: englishFirstNames('female') };
  const isIn = (list: readonly string[]): boolean => list.some((name) => keys.includes(fold(name)));
  const shown =
    gender ?? (isIn(lists.male) ? 'male' : isIn(lists.female) ? 'female' : random.pick(['male', 'female']));
  const shortsOf = (name: string): readonly string[] => englishShortNames().get(name) ?? [];
  const pool = isShort
    ? [...englishShortNames().keys()].filter((name) => lists[shown].includes(name))
    : lists[shown];
  const isFit = (name: string): boolean => shortsOf(name).every((short) => !avoid.has(fold(short)));
  const name = pickFree(pool, random, { avoid, isFit });
  return { name, gender: shown, shorts: shortsOf(name) };
}
