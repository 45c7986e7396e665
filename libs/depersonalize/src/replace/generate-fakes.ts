import type { EntityType } from '@medley/contracts';
import { registry } from '../entities/registry';
import { assignFakeIdentities } from '../entities/person/fakes/assign-fake-identities';
import { type Fake, type FakeSetting, type Random, createRandom, redraw } from '../fakes/fake';
import { writePerson } from '../entities/person/fakes/write-person';
import { type GroupedValues, valueKey } from './group-values';
import { hashText } from './mapping';
import { type CustomType, type HiddenSpan, isCustomType } from '../own-rules/own-rules';
import { writeValue } from '../text/spoken/read-spoken-parts';

/** So often a value is drawn again because the text holds it, or because another value has it. */
const TRIES = 200;
const CROWDED = 20;
const SEEDS = 2 ** 32;

/** A stand-in for each finding: the same for the same key, and never a value that the text holds. */
export function generateFakes(
  text: string,
  matches: readonly HiddenSpan[],
  { keys, people, seed }: GroupedValues & { seed: number | undefined },
): string[] {
  const random = createRandom(seed ?? hashText(text));
  const identities = assignFakeIdentities([...people.values()], random);
  const draw = drawValues(text, matches, random);
  return matches.map((finding, i) => {
    const { type, start, end } = finding;
    const written = text.slice(start, end);
    const placed = people.get(finding);
    if (placed) return writePerson(written, placed, identities);
    const fake = fakeOf(type);
    return fake === null ? '' : draw({ type, fake, key: keys[i] ?? '' }, written);
  });
}

interface DrawnValue {
  type: EntityType | CustomType;
  fake: Fake;
  /** Equal for the ways to write one value. */
  key: string;
}
type DrawValue = (value: DrawnValue, written: string) => string;

/** One value written in two ways keeps its ways: the same chance, poured into each form. */
function drawValues(text: string, matches: readonly HiddenSpan[], random: Random): DrawValue {
  const isRussian = /[а-яё]/iu.test(text);
  const bankCodes = [...new Set(text.match(/(?<!\d)04\d{7}(?!\d)/g) ?? [])].slice(0, CROWDED);
  const keyOf = (type: EntityType | CustomType, value: string): string => `${type} ${valueKey(type, value)}`;
  const taken = new Set(matches.map(({ type, start, end }) => keyOf(type, text.slice(start, end))));
  const chances = new Map<string, Pick<FakeSetting, 'isCrowded'> & { seed: number }>();
  return ({ type, fake, key }, written) => {
    const make = (seed: number, isCrowded: boolean): string =>
      fake(written, { random: createRandom(seed), isRussian, bankCodes, isCrowded });
    const known = chances.get(key);
    if (known) return make(known.seed, known.isCrowded);
    for (let tries = 1; ; tries += 1) {
      const seed = random.below(SEEDS);
      const isCrowded = tries > CROWDED;
      const value = make(seed, isCrowded);
      if (taken.has(keyOf(type, value)) && tries < TRIES) continue;
      taken.add(keyOf(type, value));
      chances.set(key, { seed, isCrowded });
      return value;
    }
  };
}

/** What is said in words gets a stand-in in digits and signs. */
function fakeOf(type: EntityType | CustomType): Fake | null {
  if (isCustomType(type)) return fakeOwnValue;
  const { fake, traits } = registry[type];
  return fake === null ? null : (written, setting) => fake(writeValue(written, traits?.isTyped), setting);
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz';
const ADDED = 6;
const otherLetter = /(?![A-Za-zА-Яа-яЁё])\p{L}/gu;
const otherNumber = /(?!\d)\p{N}/gu;

/** Another value of the same shape; what has neither letters nor digits becomes a word. */
const fakeOwnValue: Fake = (written, { random, isCrowded }) => {
  const letter = (): string => random.pick([...LETTERS]);
  if (!/[\p{L}\p{N}]/u.test(written)) return Array.from({ length: ADDED }, letter).join('');
  const drawn = redraw(written, random)
    .replace(otherLetter, letter)
    .replace(otherNumber, () => String(random.below(10)));
  // Many short values leave none of their length.
  return isCrowded ? drawn + random.digits(ADDED) : drawn;
};
