import { createHash } from 'node:crypto';
import { countCodePoints, type EntityType } from '@medley/contracts';
import { seal } from '@medley/kit';
import type { StepHandler } from '@medley/step-worker';
import type { PiiWorkerPool } from './pii-worker-pool';

/** The handler of `depersonalize` steps. The mapping is sealed with `mappingKey` for its task: see README. */
export function depersonalizeWith(pool: PiiWorkerPool, mappingKey: Buffer): StepHandler<'depersonalize'> {
  return async (inputs, { taskId, options, signal }) => {
    const text = await inputs.text();
    const transcript = await inputs.transcript();
    const { mode, language } = options;
    const result = await pool.run(
      {
        kind: 'depersonalize',
        text,
        ...(transcript !== null && { transcript }),
        options: {
          mode,
          language,
          seed: seedOf(taskId),
          // The gateway has validated the names.
          ...(options.entity_types && { entityTypes: options.entity_types as EntityType[] }),
          ...(options.allow_list && { allowList: options.allow_list }),
        },
      },
      { account: taskId, signal },
    );
    return {
      output: {
        text: result.text,
        mode,
        entities: result.entities,
        ...(result.transcript && { transcript: result.transcript }),
      },
      ...(result.mapping !== undefined && { mapping: seal(mappingKey, result.mapping, taskId) }),
      usage: { characters: countCodePoints(text) },
    };
  };
}

/** Derived from the task, so that a repeated attempt generates the same fake values. */
function seedOf(taskId: string): number {
  return createHash('sha256').update(taskId).digest().readUInt32LE();
}
