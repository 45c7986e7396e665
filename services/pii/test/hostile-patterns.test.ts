import type { AppError } from '@medley/kit';
import { busiestTurn } from '@medley/testing';
import { piiLimits } from '../src/pii-limits';
import { PiiWorkerPool } from '../src/pii-worker-pool';
import { startPiiHarness, type PiiHarness } from './pii-harness';

const MEGABYTE = 2 ** 20;
const hostile: [string, string, string][] = [
  ['nested repetitions', '(a*)*b', 'a'],
  ['overlapping alternatives', '(a|a|aa)+$', 'a'],
  ['optional items before the same items', '(?:a?){800}a{800}', 'a'],
  ['a match that is known only at the end', 'a.{900}b', 'ab'],
  ['many alternatives of one beginning', '(?:a{1,20}b?){40}c|a{0,900}d', 'aab'],
];

describe('a hostile pattern', () => {
  test.each(hostile)('with %s ends on a hostile megabyte in under a second', async (_, regex, piece) => {
    const pool = new PiiWorkerPool({ threads: 1, timeLimitMs: 10_000 });
    const text = piece.repeat(MEGABYTE / piece.length);
    const job = { kind: 'match', text, pattern: { type: 'CUSTOM_X', regex } } as const;
    const fair = { ...job, text: 'a' };
    // It is done, or its thread is ended by the limit.
    const outcome = await pool.run(job, { account: 'a' }).catch((error: unknown) => error);
    const end = Array.isArray(outcome) ? 'done' : (outcome as AppError).code;
    expect(['done', 'OPTIONS_INVALID']).toContain(end);
    expect(piiLimits.patternMs).toBeLessThan(1_000);
    await expect(pool.run(fair, { account: 'a' })).resolves.toEqual(expect.any(Array));
    await pool.stop();
  });

  let harness: PiiHarness;
  beforeAll(async () => (harness = await startPiiHarness()));
  afterAll(() => harness.close());

  test('fails its step once, says which it is and not what, and does not block the event loop', async () => {
    const patterns = [
      { type: 'CUSTOM_A', regex: 'x' },
      { type: 'CUSTOM_B', regex: '(?:a?){800}a{800}' },
    ];
    const facts = { taskId: 'hostile', options: { mode: 'blind', language: 'ru', patterns } };
    const input = { text: { inline: 'a'.repeat(100_000) } };
    let report: unknown;
    const work = async (): Promise<void> => void (report = await harness.run('depersonalize', input, facts));
    expect(await busiestTurn(work, 50)).toBeLessThan(100);
    expect(report).toMatchObject({
      outcome: 'failed',
      error: { code: 'OPTIONS_INVALID', retryable: false, message: 'patterns[1] took longer than 0.9 s on this text' },
    });
  }); // prettier-ignore

  test('that matches everywhere fails its step with the limit', async () => {
    const patterns = [{ type: 'CUSTOM_A', regex: '.' }];
    const facts = { taskId: 'everywhere', options: { mode: 'blind', language: 'ru', patterns } };
    const report = await harness.run('depersonalize', { text: { inline: 'ab '.repeat(30_000) } }, facts);
    expect(report).toMatchObject({
      outcome: 'failed',
      error: { code: 'OPTIONS_INVALID', message: expect.stringContaining('50000 places') as string },
    });
  });
});
