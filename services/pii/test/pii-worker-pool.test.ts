import { PiiWorkerPool } from '../src/pii-worker-pool';

const text = 'Звонил Иван Петров. '.repeat(5_000);
const job = { kind: 'depersonalize', text, options: { mode: 'blind' } } as const;
const turn = { account: 'a' };

describe('the pii worker pool', () => {
  test('terminates the thread of a job that runs too long, and serves the next job', async () => {
    const hasty = new PiiWorkerPool({ threads: 1, timeLimitMs: 1 });
    await expect(hasty.run(job, turn)).rejects.toMatchObject({ code: 'STEP_TIMEOUT' });
    await expect(hasty.run(job, turn)).rejects.toMatchObject({ code: 'STEP_TIMEOUT' });
    await hasty.stop();
  });

  test('an aborted job releases its thread for the next job', async () => {
    const pool = new PiiWorkerPool({ threads: 1, timeLimitMs: 10_000 });
    const abort = new AbortController();
    const first = pool.run(job, { account: 'a', signal: abort.signal });
    const second = pool.run(job, turn);
    abort.abort(new Error('canceled'));
    await expect(first).rejects.toThrow('canceled');
    await expect(second).resolves.toMatchObject({
      text: expect.stringMatching(/^Звонил \[PERSON\]\. /u) as string,
    });
    await pool.stop();
  });

  test('an exception fails only its own job, and its message is not repeated', async () => {
    const pool = new PiiWorkerPool({ threads: 1, timeLimitMs: 10_000 });
    const broken = pool.run({ kind: 'restore', text, mapping: 'no JSON of Ivan' }, turn);
    await expect(broken).rejects.toMatchObject({
      code: 'STEP_CRASHED',
      message: 'the engine stopped unexpectedly',
    });
    await expect(pool.run(job, turn)).resolves.toMatchObject({ entities: { length: 5_000 } });
    await pool.stop();
  });
});
