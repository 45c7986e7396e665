import type { Random } from '../../../fakes/random';
import { fold } from '../../../text/split-words';

const openings = [...'бвгдзклмнпрст'];
const vowels = [...'аеиоу'];
const closings = [...'лмнрт'];
const TRIES = 50;

/** A name that nobody has, for texts that use up every list: syllables, then an ending. */
export function generateName(random: Random, avoid: ReadonlySet<string>, ending: string): string {
  for (let tries = 0; ; tries += 1) {
    const syllables = Array.from(
      { length: 2 + Math.floor(tries / TRIES) },
      () => random.pick(openings) + random.pick(vowels),
    );
    const name = syllables.join('') + random.pick(closings) + ending;
    if (!avoid.has(fold(name))) return name.slice(0, 1).toUpperCase() + name.slice(1);
  }
}
