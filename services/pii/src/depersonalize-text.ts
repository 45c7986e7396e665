import { createHash } from 'node:crypto';
import { countCodePoints, DENIED_TYPE, type EntityType, type StepRunOptions } from '@medley/contracts';
import type { CustomType, DeniedText } from '@medley/depersonalize';
import type { Keyring } from '@medley/kit';
import type { StepHandler } from '@medley/step-worker';
import { matchPatterns, tooManyMatches } from './match-patterns';
import type { PiiWorkerPool } from './pii-worker-pool';

/** The handler of `depersonalize` steps. The mapping is sealed for its task: see README. */
export function depersonalizeWith(pool: PiiWorkerPool, keyring: Keyring): StepHandler<'depersonalize'> {
  return async (inputs, { taskId, options, signal }) => {
    const text = await inputs.text();
    const transcript = await inputs.transcript();
    const { mode, language, patterns = [] } = options;
    const run = { account: taskId, signal };
    const ownRules = {
      denyList: readDenyList(options),
      patternSpans: await matchPatterns(pool, text, { ...run, patterns }),
    };
    const result = await pool.run(
      {
        kind: 'depersonalize',
        text,
        ...(transcript !== null && { transcript }),
        options: {
          mode,
          language,
          seed: seedOf(taskId),
          ...(options.sensitivity && { sensitivity: options.sensitivity }),
          ...(options.min_score !== undefined && { minScore: options.min_score }),
          // The gateway has validated the names.
          ...(options.entity_types && { entityTypes: options.entity_types as EntityType[] }),
          ...(options.allow_list && { allowList: options.allow_list }),
          ownRules,
        },
      },
      run,
    );
    if (!result) throw tooManyMatches();
    return {
      output: {
        text: result.text,
        mode,
        entities: result.entities,
        ...(result.transcript && { transcript: result.transcript }),
      },
      ...(result.mapping !== undefined && { mapping: keyring.seal('pii-mapping', result.mapping, taskId) }),
      usage: { characters: countCodePoints(text) },
    };
  };
}

function readDenyList({ deny_list = [] }: StepRunOptions['depersonalize']): DeniedText[] {
  return deny_list.map((item) => {
    const { text, type = DENIED_TYPE } = typeof item === 'string' ? { text: item } : item;
    // The gateway has validated it.
    return { text, type: type as CustomType };
  });
}

/** Derived from the task, so that a repeated attempt generates the same fake values. */
function seedOf(taskId: string): number {
  return createHash('sha256').update(taskId).digest().readUInt32LE();
}
