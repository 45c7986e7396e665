import { englishShortNames } from './english-short-names';

const byShort: ReadonlyMap<string, readonly string[]> = collect();

function collect(): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const [full, shorts] of Object.entries(englishShortNames)) {
    for (const short of shorts.toLowerCase().split(' ')) {
      names.set(short, [...(names.get(short) ?? []), full.toLowerCase()]);
    }
  }
  return names;
}

/** Full names of an English short one, folded: “bob” is “robert”. */
export function englishFullNames(name: string): readonly string[] {
  return byShort.get(name) ?? [];
}
