import { type KnownName, knownFirstNames } from './known-first-names';
import { lazy } from '../../../text/lazy';
import type { Reading } from './grammar';
import { type Ending, firstNameParadigms, indexEndings, obliqueStem } from './paradigms';

const endings = indexEndings(firstNameParadigms);
const LONGEST_ENDING = 2;

/** Men's names that drop a vowel, by what is left of them: «павл» → «павел». */
const byObliqueStem = lazy(
  () =>
    new Map(
      [...knownFirstNames()].flatMap(([name, all]): [string, string][] => {
        const stem = all.some(({ gender }) => gender === 'male') ? obliqueStem(name) : null;
        return stem === null ? [] : [[stem, name]];
      }),
    ),
);

/** Every way in which a folded word is a form of a known Russian first name, double ones («марии-луизе») included. */
export function readFirstName(folded: string): Reading[] {
  const [half = folded, ...rest] = folded.split('-');
  const whole = readSingle(folded);
  if (rest.length === 0 || whole.length > 0) return whole;
  return readSingle(half).map((reading) => ({ ...reading, key: `${reading.key}-${rest.join('-')}` }));
}

function readSingle(folded: string): Reading[] {
  const found: Reading[] = [];
  for (let cut = 0; cut <= Math.min(LONGEST_ENDING, folded.length - 1); cut += 1) {
    const stem = folded.slice(0, folded.length - cut);
    for (const ending of endings.get(folded.slice(stem.length)) ?? [])
      found.push(...readEnding(stem, ending));
  }
  return [...found, ...readAddress(folded)];
}

function readEnding(stem: string, { paradigm, case: inCase }: Ending): Reading[] {
  const bases = [stem + (paradigm.endings[0] ?? '')];
  if (paradigm.name === 'consonant' && inCase !== 'nominative') bases.push(byObliqueStem().get(stem) ?? '');
  if (!paradigm.stem.test(stem)) return [];
  return bases.flatMap((base) =>
    (knownFirstNames().get(base) ?? [])
      .filter(({ gender }) => paradigm.agrees.includes(gender))
      .map((known) => toReading(base, known, { paradigm, case: inCase })),
  );
}

/** An unknown first name, foreign mostly, by its ending alone. */
export function guessFirstName(folded: string): Reading[] {
  const found: Reading[] = [];
  for (let cut = 0; cut <= Math.min(LONGEST_ENDING, folded.length - 2); cut += 1) {
    const stem = folded.slice(0, folded.length - cut);
    for (const { paradigm, case: inCase } of endings.get(folded.slice(stem.length)) ?? []) {
      if (!paradigm.stem.test(stem) || paradigm.name === 'third') continue;
      const base = stem + (paradigm.endings[0] ?? '');
      found.push(
        ...paradigm.agrees.map((agrees) => ({
          key: base,
          base,
          agrees,
          case: inCase,
          paradigm: paradigm.name,
        })),
      );
    }
  }
  return found;
}

function toReading(base: string, { full, gender }: KnownName, { paradigm, case: inCase }: Ending): Reading {
  return { key: full, base, agrees: gender, case: inCase, paradigm: paradigm.name };
}

/** «Маш», «Вань»: how somebody is called. */
function readAddress(folded: string): Reading[] {
  if (folded.length < 3) return [];
  const bases = folded.endsWith('ь') ? [`${folded.slice(0, -1)}я`] : [`${folded}а`];
  return bases.flatMap((base) =>
    (knownFirstNames().get(base) ?? [])
      .filter(({ full }) => full !== base)
      .map(({ full, gender }) => ({
        key: full,
        base,
        agrees: gender,
        case: 'nominative' as const,
        paradigm: 'address',
      })),
  );
}
