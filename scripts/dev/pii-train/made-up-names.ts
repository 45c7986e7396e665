import { pick, type Random } from '../seeded-random';

const ORDER = 2;
const LONGEST = 14;
const SHORTEST_NAME = 4;
const LONGEST_NAME = 12;

/** Generates names that are not in the list, letter by letter with the list's frequencies. */
export class NameMaker {
  readonly #next = new Map<string, string[]>();

  constructor(list: readonly string[]) {
    for (const name of list) {
      const letters = `${'^'.repeat(ORDER)}${name.toLowerCase()}$`;
      for (let at = ORDER; at < letters.length; at += 1) {
        const before = letters.slice(at - ORDER, at);
        const known = this.#next.get(before);
        if (known) known.push(letters.charAt(at));
        else this.#next.set(before, [letters.charAt(at)]);
      }
    }
  }

  draw(random: Random): string {
    for (;;) {
      let letters = '^'.repeat(ORDER);
      while (letters.length < LONGEST + ORDER) {
        const next = pick(this.#next.get(letters.slice(-ORDER)) ?? ['$'], random);
        if (next === '$') break;
        letters += next;
      }
      const name = letters.slice(ORDER);
      if (name.length >= SHORTEST_NAME && name.length <= LONGEST_NAME) return capitalise(name);
    }
  }
}

export function capitalise(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
