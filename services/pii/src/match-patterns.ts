import { ownRuleLimits, type CustomType, type OwnSpan } from '@medley/depersonalize';
import { AppError } from '@medley/kit';
import type { RunOptions } from '@medley/worker-pool';
import type { PiiWorkerPool } from './pii-worker-pool';

/**
 * Find the patterns of a step in its text, each in a thread with a time limit of its own.
 * @throws AppError OPTIONS_INVALID that names the pattern; as `PiiWorkerPool.run`
 */
export async function matchPatterns(
  pool: PiiWorkerPool,
  text: string,
  { patterns, ...run }: RunOptions & { patterns: readonly { type: string; regex: string }[] },
): Promise<OwnSpan[]> {
  const found: OwnSpan[] = [];
  for (const [index, { type, regex }] of patterns.entries()) {
    // The gateway has validated the types.
    const pattern = { type: type as CustomType, regex };
    const spans = await pool.run({ kind: 'match', text, pattern }, run).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'OPTIONS_INVALID' ? named(error, index) : error;
    });
    if (!spans || found.length + spans.length > ownRuleLimits.matchesMax) throw tooManyMatches();
    found.push(...spans);
  }
  return found;
}

/** Says which pattern it is; its text belongs to the user and is not repeated. */
function named(error: AppError, index: number): AppError {
  return new AppError('OPTIONS_INVALID', error.message.replace('a pattern', `patterns[${index}]`));
}

export function tooManyMatches(): AppError {
  return new AppError(
    'OPTIONS_INVALID',
    `deny_list, allow_list and patterns find more than ${ownRuleLimits.matchesMax} places in this text`,
  );
}
