import type { EntityType, Sensitivity } from '@medley/contracts';
import { COUNTS_FROM, type Match, resolveOverlaps } from './document/match';
import { detectSpoken } from './detect-spoken';
import { type TextDocument, readDocument } from './document/text-document';
import { entityTypes, registry, vocabulary } from './entities/registry';
import { fold } from './text/split-words';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lazy } from './text/lazy';

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
    ...detectSpoken(document, (rewritten, { hasLongNumber }) =>
      findIn(rewritten, hasLongNumber ? withoutNames : withShortNumbers),
    ),
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

const withShortNumbers = entityTypes.filter((type) => registry[type].traits?.hasShortNumbers === true);

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

/** The share of right matches that was measured at a confidence, ascending; between two points it is interpolated. */
type Curve = readonly (readonly [confidence: number, share: number])[];

/** A curve for names, which a model finds, and one for all other kinds, which have forms and labels. */
type Calibration = Readonly<Record<'names' | 'values', Curve>>;

/** `npm run pii:calibrate -- --write` writes it; beside `src` and `dist` alike. */
const FILE = join(__dirname, '../calibration.json');

const calibration = lazy(() => JSON.parse(readFileSync(FILE, 'utf8')) as Calibration);

/** A match whose score is the share of right ones among matches of its confidence: of ten with 0.9, nine are right. */
function calibrate(match: Match): Match {
  const curve = calibration()[registry[match.type].traits?.isName ? 'names' : 'values'];
  return { ...match, score: Math.round(shareAt(curve, match.score) * 1_000) / 1_000 };
}

function shareAt(curve: Curve, confidence: number): number {
  const next = curve.findIndex(([at]) => at >= confidence);
  const [at, share] = curve[next === -1 ? curve.length - 1 : next] ?? [0, 0];
  const [before, lower] = curve[next - 1] ?? [at, share];
  return before === at ? share : lower + ((share - lower) * (confidence - before)) / (at - before);
}
