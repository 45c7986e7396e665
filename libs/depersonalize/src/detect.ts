import type { EntityType, Sensitivity } from '@medley/contracts';
import { calibrate } from './calibrate';
import type { Match } from './document/detector';
import { detectSpoken } from './detect-spoken';
import { COUNTS_FROM, resolveOverlaps } from './document/resolve-overlaps';
import { readDocument, type TextDocument } from './document/text-document';
import { entityTypes, registry } from './entities/registry';
import { fold } from './text/split-words';
import { vocabulary } from './vocabulary';

export interface DetectOptions {
  /** Only these; default: all. */
  entityTypes?: readonly EntityType[];
  /** Values to leave alone, compared without regard to case, ё and white space. */
  allowList?: readonly string[];
  /** ISO 639-1; a hint for texts without letters, the others show their script. */
  language?: string;
  /** How readily a word is taken for a name of a person. Default: `balanced`. */
  sensitivity?: Sensitivity;
  /** Matches with a lower score are left in the text, 0..1. Default: 0. */
  minScore?: number;
}

/**
 * Find personal data: UTF-16 offsets, sorted, without overlaps. `score` is the share of right ones among such matches.
 * Linear in the length of the text.
 */
export function detect(text: string, options: DetectOptions = {}): Match[] {
  const { minScore = 0 } = options;
  return findMatches(text, options)
    .map(calibrate)
    .filter(({ score }) => score >= minScore);
}

/** The same with the confidence of each match as its score, as the detectors say it; `minScore` does not count. */
export function findMatches(text: string, options: DetectOptions = {}): Match[] {
  const document = readDocument(text, vocabulary, options);
  const written = findIn(document, entityTypes);
  const spoken = [
    ...detectSpoken(document, (rewritten) => findIn(rewritten, withoutNames)),
    ...entityTypes.flatMap((type) => registry[type].detectSpoken?.(document) ?? []),
  ];
  const matches = [...withoutCovered(written, spoken, text.length), ...spoken];
  const wanted = new Set<EntityType>(options.entityTypes ?? entityTypes);
  const allowed = new Set((options.allowList ?? []).map(plain));
  return resolveOverlaps(matches, text.length).filter(
    ({ type, start, end }) =>
      wanted.has(type) && (allowed.size === 0 || !allowed.has(plain(text.slice(start, end)))),
  );
}

/** Names of people are read in the text as it is. */
const withoutNames = entityTypes.filter((type) => registry[type].traits?.isName !== true);

function findIn(document: TextDocument, types: readonly EntityType[]): Match[] {
  let matches = types.flatMap((type) => registry[type].detect(document));
  for (const type of types) {
    const further = registry[type].detectByContext?.(document, matches) ?? [];
    if (further.length > 0) matches = [...matches, ...further];
  }
  return matches;
}

/** Without those that a longer finding of what is said covers. */
function withoutCovered(written: readonly Match[], spoken: readonly Match[], length: number): Match[] {
  if (spoken.length === 0) return [...written];
  const longest = new Uint32Array(length);
  for (const { start, end, score } of spoken) {
    if (score < COUNTS_FROM) continue;
    for (let at = start; at < end; at += 1) longest[at] = Math.max(longest[at] ?? 0, end - start);
  }
  return written.filter(({ start, end }) =>
    longest.subarray(start, end).every((covering) => covering <= end - start),
  );
}

function plain(value: string): string {
  return fold(value).replace(/\s+/gu, ' ').trim();
}
