import { randomUUID } from 'node:crypto';
import { HOUR_MS, taskLimits } from '@medley/contracts';
import { loadPrices, type ServiceContext } from '@medley/kit';
import { Counter } from 'prom-client';
import type { OrchestratorSettings } from './config';
import { consumeDeadLetters, consumeMessages } from './consume-messages';
import { SILENCE_MS, type Rules } from './domain/rules';
import type { Engine, Ports } from './ports';
import { createFailureCounts } from './postpone-failing';
import { QueueProgress } from './queue-progress';
import { RecentTasks } from './recent-tasks';
import { runClock } from './run-clock';
import { createSettler } from './settle-in-batches';

const FIRST_LOOK_MS = 5_000;
const JITTER = 0.2;
const DAY_MS = 24 * HOUR_MS;

/** Start the only mover of tasks on given ports; its stops are registered on the context's life cycle. */
export async function startOrchestrator(
  context: ServiceContext<OrchestratorSettings>,
  ports: Ports,
): Promise<void> {
  const { config, logger, lifecycle } = context;
  const settler = createSettler(ports.stores.accounts, logger);
  const counter = (name: string, help: string): Counter =>
    new Counter({ name: `medley_orchestrator_${name}_total`, help, registers: [context.metrics] });
  const engine: Engine = {
    ...ports,
    logger,
    settler,
    recent: new RecentTasks(),
    forgedReports: counter(
      'forged_reports',
      'Reports of steps that name files of another attempt; each is a dead letter.',
    ),
    failures: createFailureCounts(),
    postponed: counter('postponed_tasks', 'Due tasks that were put off because their handling failed.'),
    progress: new QueueProgress(),
    rules: await makeRules(config),
    retentionMs: config.TASK_RETENTION_DAYS * DAY_MS,
  };

  const messages = await consumeMessages(engine, config.ORCHESTRATOR_CONCURRENCY);
  const letters = await consumeDeadLetters(engine);
  const clock = runClock(engine, config.ORCHESTRATOR_TICK_MS);
  lifecycle.onStop('orchestrator', async () => {
    await Promise.all([messages.stop(), letters.stop(), clock.stop()]);
    await settler.idle();
  });
}

async function makeRules(config: OrchestratorSettings): Promise<Rules> {
  return {
    prices: await loadPrices(config.PRICES_FILE),
    attemptsMax: taskLimits.attemptsMax,
    retryDelaysMs: config.STEP_RETRY_DELAYS_S.map((seconds) => seconds * 1_000),
    jitter: () => JITTER * (2 * Math.random() - 1),
    firstLookMs: FIRST_LOOK_MS,
    silenceMs: SILENCE_MS,
    keepUndeliveredMs: HOUR_MS,
    newId: randomUUID,
  };
}
