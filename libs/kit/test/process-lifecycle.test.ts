import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  AppError,
  backoffMs,
  createLogger,
  Health,
  isLoopbackHost,
  Lifecycle,
  messageOf,
  serveHealth,
  toFailure,
} from '@medley/kit';
import { Registry } from 'prom-client';

const logger = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });

test('stops run in reverse order, once, and one that fails keeps no other from running', async () => {
  const lifecycle = new Lifecycle(logger);
  const stopped: string[] = [];
  lifecycle.onStop('first', () => stopped.push('first'));
  lifecycle.onStop('broken', () => Promise.reject(new Error('no')));
  lifecycle.onStop('last', () => stopped.push('last'));
  expect(lifecycle.isStopping).toBe(false);
  await Promise.all([lifecycle.stop(), lifecycle.stop()]);
  expect(stopped).toEqual(['last', 'first']);
  expect(lifecycle.signal.aborted).toBe(true);
});

test('health lists only failed checks, including one that throws or hangs', async () => {
  const health = new Health();
  health.register('fine', () => null);
  expect(await health.report()).toEqual({ ok: true, status: 'ok', reasons: {}, warnings: {} });
  health.register('down', () => 'no connection');
  health.register('thrown', () => Promise.reject(new Error('mongodb://secret')));
  health.register('hung', () => new Promise(() => undefined));
  expect(await health.report()).toEqual({
    ok: false,
    status: 'failed',
    reasons: { down: 'no connection', thrown: 'the check failed', hung: 'no answer within 2000 ms' },
    warnings: {},
  });
});

test('a warning is part of the health report, which stays healthy', async () => {
  const health = new Health();
  health.warn('ffmpeg', 'the bundled one is used');
  health.warn('slots', () => null);
  expect(await health.report()).toEqual({
    ok: true,
    status: 'ok',
    reasons: {},
    warnings: { ffmpeg: 'the bundled one is used' },
  });
});

test('a missing part of the system makes the status degraded, and the report stays healthy', async () => {
  const health = new Health();
  health.degrade('workers', () => 'no worker for llm');
  health.degrade('others', () => null);
  expect(await health.report()).toEqual({
    ok: true,
    status: 'degraded',
    reasons: {},
    warnings: { workers: 'no worker for llm' },
  });
  expect(await health.subjects()).toEqual([
    { severity: 'degraded', subject: 'workers', isReported: true },
    { severity: 'degraded', subject: 'others', isReported: false },
  ]);
});

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['localhost', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.5', false],
  ['localhost.example.com', false],
])('a server bound to %s is reachable from this machine only: %s', (host, wanted) => {
  expect(isLoopbackHost(host)).toBe(wanted);
});

test('the health server answers 200 or 503, metrics, and 404 for the rest', async () => {
  const health = new Health();
  const server = await serveHealth({ health, metrics: new Registry() }, { host: '127.0.0.1', port: 0 });
  const status = async (path: string): Promise<number> =>
    (await fetch(`http://127.0.0.1:${server.port}${path}`)).status;
  expect([await status('/health'), await status('/metrics'), await status('/other')]).toEqual([
    200, 200, 404,
  ]);
  health.register('down', () => 'no');
  expect([await status('/health'), await status('/health/live')]).toEqual([503, 200]);
  await server.close();
});

test('an AppError keeps its message, any other error gets a general one', () => {
  expect(toFailure(new AppError('MEDIA_DAMAGED', 'the media cannot be decoded'))).toEqual({
    code: 'MEDIA_DAMAGED',
    message: 'the media cannot be decoded',
    retryable: false,
  });
  expect(toFailure(new Error('/home/me/secret.txt'))).toEqual({
    code: 'STEP_CRASHED',
    message: 'the step failed unexpectedly',
    retryable: true,
  });
  expect(toFailure(Object.assign(new Error('x'), { code: 'ENOSPC' })).code).toBe('STORAGE_FULL');
  expect(messageOf('thrown text')).toBe('thrown text');
});

test('the backoff doubles up to its maximum and varies by a fifth', () => {
  const waits = [1, 2, 3, 10, 1_000].map((failures) => backoffMs(failures, { firstMs: 100, maxMs: 1_000 }));
  [100, 200, 400, 1_000, 1_000].forEach((plain, index) => {
    expect(waits[index]).toBeGreaterThanOrEqual(plain * 0.8);
    expect(waits[index]).toBeLessThanOrEqual(plain * 1.2);
  });
});

test('a log line has known fields only, each on one line and bounded', async () => {
  const program = `
    const { createLogger } = require('@medley/kit');
    createLogger('test', { LOG_LEVEL: 'info', LOG_FORMAT: 'json' })
      .child({ task_id: 't1' })
      .info('done', { text: 'Иван Петров', api_key: 'sk-1', error: 'a\\nb' + 'x'.repeat(5000) });`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program]);
  const line = JSON.parse(stdout) as Record<string, string>;
  expect(line).toMatchObject({ level: 'info', message: 'done', service: 'test', task_id: 't1' });
  expect(Object.keys(line).sort()).toEqual(['error', 'level', 'message', 'service', 'task_id', 'timestamp']);
  expect(line['error']).toHaveLength(2_000);
  expect(line['error']).not.toContain('\n');
});
