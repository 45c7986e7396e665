import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Match } from './document/detector';
import { registry } from './entities/registry';
import { lazy } from './text/lazy';

/** The share of right matches that was measured at a confidence, ascending; between two points it is interpolated. */
type Curve = readonly (readonly [confidence: number, share: number])[];

/** A curve for names, which a model finds, and one for all other kinds, which have forms and labels. */
type Calibration = Readonly<Record<'names' | 'values', Curve>>;

/** `npm run pii:calibrate -- --write` writes it; beside `src` and `dist` alike. */
const FILE = join(__dirname, '../calibration.json');

const calibration = lazy(() => JSON.parse(readFileSync(FILE, 'utf8')) as Calibration);

/** A match whose score is the share of right ones among matches of its confidence: of ten with 0.9, nine are right. */
export function calibrate(match: Match): Match {
  const curve = calibration()[registry[match.type].traits?.isName ? 'names' : 'values'];
  return { ...match, score: Math.round(shareAt(curve, match.score) * 1_000) / 1_000 };
}

function shareAt(curve: Curve, confidence: number): number {
  const next = curve.findIndex(([at]) => at >= confidence);
  const [at, share] = curve[next === -1 ? curve.length - 1 : next] ?? [0, 0];
  const [before, lower] = curve[next - 1] ?? [at, share];
  return before === at ? share : lower + ((share - lower) * (confidence - before)) / (at - before);
}
