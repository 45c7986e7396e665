import { distance } from 'fastest-levenshtein';

/** A longer name is no slip of the pen of any name of the API; the cap bounds the work for names that clients choose. */
const NAME_MAX = 64;
const PREFIX_MIN = 3;

/** The known name that was probably meant: by its beginning, its spelling (`webhookUrl`) or a few wrong letters; else null. */
export function nearestName(name: string, known: readonly string[]): string | null {
  if (name.length > NAME_MAX) return null;
  const given = bare(name);
  const names = known.map((one) => ({ one, bare: bare(one) }));
  const same = names.find((candidate) => candidate.bare === given);
  if (same) return same.one;
  const isBeginning = (candidate: string): boolean =>
    Math.min(given.length, candidate.length) >= PREFIX_MIN &&
    (candidate.startsWith(given) || given.startsWith(candidate));
  const begun = names.find((candidate) => isBeginning(candidate.bare));
  if (begun) return begun.one;
  const [nearest] = names
    .map((candidate) => ({ ...candidate, errors: distance(given, candidate.bare) }))
    .filter(({ bare: { length }, errors }) => errors <= Math.floor(Math.max(length, given.length) / 3))
    .sort((a, b) => a.errors - b.errors);
  return nearest?.one ?? null;
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}
