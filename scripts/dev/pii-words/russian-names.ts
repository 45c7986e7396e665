import { foldWord } from './word-classes';
import type { RussianWord } from './read-russian-words';

/** Forms of Russian names by kind, gender and case (`Smg`: surname, masculine, genitive), and the reverse. */
export interface RussianNames {
  by: Record<string, string[]>;
  info: Record<string, string[]>;
}

const parts = ['Surn', 'Name', 'Patr'];
const cases = ['nomn', 'gent', 'datv', 'accs', 'ablt', 'loct'];
const SHORTEST = 3;

/** Collects names for the exchange of names in training texts. */
export class RussianNameCollector {
  readonly #by = new Map<string, Set<string>>();
  readonly #info = new Map<string, Set<string>>();

  add({ word, tags }: RussianWord): void {
    if (word.length < SHORTEST) return;
    for (const tag of tags) {
      if (!tag.includes('sing') || ['Infr', 'Arch', 'V-'].some((mark) => tag.includes(mark))) continue;
      const sex = tag.includes('masc') ? 'm' : tag.includes('femn') ? 'f' : null;
      const inCase = cases.find((one) => tag.includes(one));
      if (sex === null || inCase === undefined) continue;
      for (const part of parts.filter((one) => tag.includes(one))) {
        const key = `${part[0] ?? ''}${sex}${inCase[0] ?? ''}`;
        addTo(this.#by, key, word);
        addTo(this.#info, word, key);
      }
    }
  }

  names(): RussianNames {
    return { by: sorted(this.#by), info: sorted(this.#info) };
  }
}

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known) known.add(value);
  else map.set(key, new Set([value]));
}

function sorted(map: ReadonlyMap<string, ReadonlySet<string>>): Record<string, string[]> {
  return Object.fromEntries(
    [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, set]) => [key, [...set].sort()]),
  );
}

/** The possible kinds of a written form; texts often write е for ё. */
export function readingsOf(names: RussianNames, written: string): readonly string[] {
  const lower = written.toLowerCase();
  return names.info[foldWord(written)] ?? names.info[lower] ?? [];
}
