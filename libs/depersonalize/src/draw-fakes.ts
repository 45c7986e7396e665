import type { EntityType } from '@medley/contracts';
import { fakes } from './fakes';
import { castPeople } from './fakes/cast-people';
import type { Fake, FakeSetting } from './fakes/fake';
import { writePerson } from './fakes/write-person';
import type { GroupedValues } from './group-values';
import { hashText } from './mapping';
import { isCustomType, type CustomType } from './own-rules/custom-type';
import { fakeOwnValue } from './own-rules/fake-own-value';
import type { Hidden } from './own-rules/join-own-spans';
import { createRandom, type Random } from './random';
import { valueKey } from './value-key';

/** So often a value is drawn again because the text holds it, or because another value has it. */
const TRIES = 200;
const CROWDED = 20;
const SEEDS = 2 ** 32;

/** A stand-in for each finding: the same for the same key, and never a value that the text holds. */
export function drawFakes(
  text: string,
  findings: readonly Hidden[],
  { keys, people, seed }: GroupedValues & { seed: number | undefined },
): string[] {
  const random = createRandom(seed ?? hashText(text));
  const cast = castPeople([...people.values()], random);
  const draw = drawValues(text, findings, random);
  return findings.map((finding, i) => {
    const { type, start, end } = finding;
    const written = text.slice(start, end);
    const placed = people.get(finding);
    if (placed) return writePerson(written, placed, cast);
    return type === 'PERSON' ? '' : draw(type, keys[i] ?? '', written);
  });
}

type ValueType = Exclude<EntityType, 'PERSON'> | CustomType;
type DrawValue = (type: ValueType, key: string, written: string) => string;

/** One value written in two ways keeps its ways: the same chance, poured into each form. */
function drawValues(text: string, findings: readonly Hidden[], random: Random): DrawValue {
  const isRussian = /[а-яё]/iu.test(text);
  const bankCodes = [...new Set(text.match(/(?<!\d)04\d{7}(?!\d)/g) ?? [])].slice(0, CROWDED);
  const keyOf = (type: EntityType | CustomType, value: string): string => `${type} ${valueKey(type, value)}`;
  const taken = new Set(findings.map(({ type, start, end }) => keyOf(type, text.slice(start, end))));
  const chances = new Map<string, Pick<FakeSetting, 'isCrowded'> & { seed: number }>();
  return (type, key, written) => {
    const make = (seed: number, isCrowded: boolean): string =>
      fakeOf(type)(written, { random: createRandom(seed), isRussian, bankCodes, isCrowded });
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

function fakeOf(type: ValueType): Fake {
  return isCustomType(type) ? fakeOwnValue : fakes[type];
}
