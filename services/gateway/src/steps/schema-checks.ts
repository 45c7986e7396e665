import { programSizeBound } from '@medley/depersonalize';
import type { JsonSchemaChecker } from '@medley/json-schema';
import { AppError } from '@medley/kit';
import { WorkerPoolError } from '@medley/worker-pool';
import type { Call } from '../http/route';
import { findPatternFault } from '../text-pool/find-pattern-fault';
import type { TextPool } from '../text-pool/text-pool';
import { textPoolLimits } from '../text-pool/text-pool-limits';

/**
 * Checks JSON Schemas and patterns of one request in threads with time limits; aborted when the client disconnects. Small
 * patterns are compiled at once, up to a limit for the request.
 */
export interface SchemaChecks {
  /**
   * Null for a usable schema, else the message of the issue.
   * @throws AppError RATE_LIMIT_EXCEEDED when too many schemas of the account wait, INTERNAL_ERROR when no thread starts
   */
  check(schema: unknown): Promise<string | null>;
  /**
   * Null for each usable regular expression, else the message of the issue.
   * @throws AppError RATE_LIMIT_EXCEEDED when too many texts of the account wait, INTERNAL_ERROR when no thread starts
   */
  checkPatterns(regexes: readonly string[]): Promise<(string | null)[]>;
}

interface CheckDependencies {
  schemas: JsonSchemaChecker;
  textPool: TextPool;
}

const FULL_RETRY_SECONDS = 5;

export function openSchemaChecks(
  { schemas, textPool }: CheckDependencies,
  call: Pick<Call, 'caller' | 'disconnected'>,
): SchemaChecks {
  let checks: Pick<JsonSchemaChecker, 'check'> | undefined;
  let inlineLeft: number = textPoolLimits.inlineInstructionsMax;
  return {
    check: (schema) => {
      // Most requests have no schema.
      checks ??= schemas.forRequest({ account: call.caller.accountId, signal: call.disconnected() });
      return checks.check(schema).catch((error: unknown) => {
        throw error instanceof WorkerPoolError ? toAppError(error) : error;
      });
    },
    checkPatterns: (regexes) => {
      const size = regexes.reduce((sum, regex) => sum + programSizeBound(regex), 0);
      if (size > inlineLeft) {
        const run = { account: call.caller.accountId, signal: call.disconnected() };
        return textPool.run({ kind: 'patterns', regexes: [...regexes] }, run);
      }
      inlineLeft -= size;
      return Promise.resolve(regexes.map(findPatternFault));
    },
  };
}

function toAppError(error: WorkerPoolError): AppError {
  if (error.failure !== 'full') {
    return new AppError('INTERNAL_ERROR', 'The schema could not be checked. Try again.', { cause: error });
  }
  return new AppError(
    'RATE_LIMIT_EXCEEDED',
    `Too many schemas wait to be checked. Try again in ${FULL_RETRY_SECONDS} seconds.`,
    { details: { retryAfterSeconds: FULL_RETRY_SECONDS, limit: 'schemas' } },
  );
}
