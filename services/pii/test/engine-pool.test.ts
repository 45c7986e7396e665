import { createLogger } from '@medley/kit';
import { EnginePool } from '../src/engine-pool';

const logger = createLogger('pool', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });
const text = 'Звонил Иван Петров. '.repeat(5_000);
const job = { kind: 'depersonalize', text, options: { mode: 'blind' } } as const;
const never = new AbortController().signal;

describe('the pool of engine threads', () => {
  test('ends a job that runs too long with its thread, and serves the next one', async () => {
    const hasty = new EnginePool({ threads: 1, limitMs: 1, logger });
    await expect(hasty.run(job, never)).rejects.toMatchObject({ code: 'STEP_TIMEOUT' });
    await expect(hasty.run(job, never)).rejects.toMatchObject({ code: 'STEP_TIMEOUT' });
    await hasty.stop();
  });

  test('an aborted job frees its thread for the one that waits', async () => {
    const pool = new EnginePool({ threads: 1, limitMs: 10_000, logger });
    const abort = new AbortController();
    const first = pool.run(job, abort.signal);
    const second = pool.run(job, never);
    abort.abort(new Error('canceled'));
    await expect(first).rejects.toThrow('canceled');
    await expect(second).resolves.toMatchObject({
      text: expect.stringMatching(/^Звонил \[PERSON\]\. /u) as string,
    });
    await pool.stop();
  });

  test('an error of the engine fails its own job and is told without its words', async () => {
    const pool = new EnginePool({ threads: 1, limitMs: 10_000, logger });
    const broken = pool.run({ kind: 'restore', text, mapping: 'no JSON of Ivan' }, never);
    await expect(broken).rejects.toMatchObject({
      code: 'STEP_CRASHED',
      message: 'the engine stopped unexpectedly',
    });
    await expect(pool.run(job, never)).resolves.toMatchObject({ entities: { length: 5_000 } });
    await pool.stop();
  });
});
