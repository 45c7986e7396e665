import type { Finding } from './detector';
import { fakes } from './fakes';
import { drawPerson, writePerson, type FakePerson } from './fakes/fake-person';
import { hashText } from './mapping';
import { readPerson } from './people/read-person';
import { createRandom, type Random } from './random';
import { fold, splitWords } from './split-words';

const TRIES = 30;

/** A stand-in for each finding: the same for the same key, and never a value that the text holds. */
export function drawFakes(
  text: string,
  findings: readonly Finding[],
  { keys, seed }: { keys: readonly string[]; seed: number | undefined },
): string[] {
  const random = createRandom(seed ?? hashText(text));
  const written = findings.map(({ start, end }) => text.slice(start, end));
  const people = castPeople(findings, { keys, written, random });
  const taken = new Set(written.map(plain));
  const drawn = new Map<string, string>();
  return findings.map(({ type }, i) => {
    const value = written[i] ?? '';
    const key = keys[i] ?? '';
    if (type === 'PERSON') {
      const person = people.get(key);
      return person ? writePerson(person, value) : '';
    }
    // One value written in two ways keeps its ways: the same draw, poured into each form.
    const known = drawn.get(`${key} ${value}`) ?? drawFree(fakes[type], { value, random, taken });
    drawn.set(`${key} ${value}`, known);
    return known;
  });
}

function drawFree(
  fake: (written: string, random: Random) => string,
  { value, random, taken }: { value: string; random: Random; taken: Set<string> },
): string {
  for (let tries = 0; ; tries += 1) {
    const drawn = fake(value, random);
    if (taken.has(plain(drawn)) && tries < TRIES) continue;
    taken.add(plain(drawn));
    return drawn;
  }
}

/** One made-up person for each real one, none of them called like anybody in the text. */
function castPeople(
  findings: readonly Finding[],
  { keys, written, random }: { keys: readonly string[]; written: readonly string[]; random: Random },
): Map<string, FakePerson> {
  const mentions = new Map<string, string[]>();
  const avoid = new Set<string>();
  findings.forEach(({ type }, i) => {
    if (type !== 'PERSON') return;
    const key = keys[i] ?? '';
    const value = written[i] ?? '';
    const known = mentions.get(key);
    if (known) known.push(value);
    else mentions.set(key, [value]);
    for (const word of splitWords(value)) avoid.add(word.folded);
    for (const name of readPerson(value).firsts) avoid.add(name);
  });
  const people = new Map<string, FakePerson>();
  for (const [key, forms] of mentions) {
    const person = drawPerson(forms, random, avoid);
    avoid.add(fold(person.surname));
    people.set(key, person);
  }
  return people;
}

function plain(value: string): string {
  return fold(value).replace(/[\s-]+/gu, '');
}
