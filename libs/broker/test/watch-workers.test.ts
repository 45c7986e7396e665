import { watchWorkers } from '@medley/broker';
import { stepKinds, type StepKind } from '@medley/contracts';
import { Health, Lifecycle, type Logger } from '@medley/kit';
import { withFrozenTimers } from '@medley/testing';
import { Registry } from 'prom-client';

function watch(count: (kind: StepKind) => number, assumed: StepKind[] = []) {
  const lines: string[] = [];
  const log = (message: string, { kind }: { kind: string }): void => void lines.push(`${message}: ${kind}`);
  const logger = { warn: log, info: log, debug: () => undefined } as unknown as Logger;
  const context = { health: new Health(), metrics: new Registry(), logger, lifecycle: new Lifecycle(logger) };
  watchWorkers(context, { count, assumed });
  return { ...context, lines };
}

test('a kind without any worker for a minute degrades the health and is logged once, until it has one again', () =>
  withFrozenTimers(async (timers) => {
    const workers = new Map<StepKind, number>(stepKinds.map((kind) => [kind, 1]));
    workers.set('llm', 0);
    const { health, lines, lifecycle } = watch((kind) => workers.get(kind) ?? 0);
    await timers.advance(55_000);
    expect(await health.report()).toMatchObject({ ok: true, status: 'ok' });
    await timers.advance(120_000);
    const warnings = { workers: 'no worker for over a minute: llm' };
    expect(await health.report()).toEqual({ ok: true, status: 'degraded', reasons: {}, warnings });
    expect(lines).toEqual(['a kind of steps has had no worker for a minute, its steps wait: llm']);
    workers.set('llm', 1);
    await timers.advance(5_000);
    expect(await health.report()).toMatchObject({ status: 'ok', warnings: {} });
    expect(lines).toHaveLength(2);
    await lifecycle.stop();
  }));

test('a kind that is scaled to zero does not degrade the health; the metric counts all kinds', () =>
  withFrozenTimers(async (timers) => {
    const { health, metrics, lines, lifecycle } = watch(
      (kind) => (kind === 'transcode' ? 0 : 2),
      ['transcode'],
    );
    await timers.advance(120_000);
    expect(await health.report()).toMatchObject({ status: 'ok' });
    expect(lines).toEqual([]);
    const { values = [] } = (await metrics.getSingleMetric('medley_workers')?.get()) ?? {};
    const counts = Object.fromEntries(values.map(({ labels, value }) => [labels['kind'], value]));
    expect(counts).toMatchObject({ transcode: 0, llm: 2 });
    await lifecycle.stop();
  }));
