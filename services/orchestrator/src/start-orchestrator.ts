import { showQueueDepths, watchWorkers } from '@medley/broker';
import { HOUR_MS } from '@medley/contracts';
import { loadPrices, type ServiceContext } from '@medley/kit';
import { createTaskMetrics, makeRules } from '@medley/state-machine';
import type { OrchestratorSettings } from './config';
import { showBacklog } from './backlog-metrics';
import { consumeDeadLetters, consumeMessages } from './consume-messages';
import { createCounters } from './create-counters';
import { KeyRotator } from './key-rotation/key-rotator';
import { showRotation } from './key-rotation/rotation-metrics';
import { rotationTimes, type RotationTimes } from './key-rotation/rotation-times';
import type { OrchestratorContext, OrchestratorDependencies } from './orchestrator-context';
import { createFailureCounts } from './failure-counts';
import { hearSentTasks } from './hear-sent-tasks';
import { Hearing } from './hearing';
import { PauseAnnouncer } from './pause-announcer';
import { QueueProgress } from './queue-progress';
import { TaskCache } from './task-cache';
import { TurnScheduler } from './turn-scheduler';
import { countWaitingSteps } from './turn-metrics';
import { TriggerJoiner } from './trigger-joiner';
import { startTaskTimer } from './start-task-timer';
import { createSettler } from './create-settler';

const DAY_MS = 24 * HOUR_MS;

/** Start the orchestrator on given connections; its shutdown is registered on the service's lifecycle. */
export async function startOrchestrator(
  service: ServiceContext<OrchestratorSettings>,
  dependencies: OrchestratorDependencies,
  times: RotationTimes = rotationTimes,
): Promise<void> {
  const { config, logger, lifecycle } = service;
  const { metrics } = service;
  const counters = createCounters(metrics);
  const settler = createSettler(dependencies.stores.accounts, {
    logger,
    failures: counters.settlementFailures,
  });
  const turns = new TurnScheduler();
  const context: OrchestratorContext = {
    ...dependencies,
    logger,
    settler,
    cache: new TaskCache(),
    turns,
    joiner: new TriggerJoiner(),
    ...counters,
    metrics: createTaskMetrics(metrics),
    failures: createFailureCounts(),
    progress: new QueueProgress(),
    hearing: new Hearing(),
    rules: makeRules({
      prices: await loadPrices(config.PRICES_FILE),
      retryDelaysMs: config.STEP_RETRY_DELAYS_S.map((seconds) => seconds * 1_000),
    }),
    retention: retentionOf(config),
  };

  // Where the gateway runs in this process, the first decision about a task need not read it.
  context.stores.creations.onStored((task) => context.cache.set(task));
  countWaitingSteps(metrics, context.stores.turns);
  showBacklog(metrics, context.stores);
  showQueueDepths(metrics, context.broker);
  await turns.start(context);
  watchWorkers(service, { count: (kind) => turns.countWorkers(kind), assumed: config.ASSUME_STEPS });
  const pauses = new PauseAnnouncer(context);
  await pauses.start();
  await startKeyRotation(context, service, times);
  const sent = await hearSentTasks(context);
  const messages = await consumeMessages(context, config.ORCHESTRATOR_CONCURRENCY);
  const letters = await consumeDeadLetters(context);
  const timer = startTaskTimer(context, config.ORCHESTRATOR_TICK_MS);
  lifecycle.onStop('orchestrator', async () => {
    await Promise.all([messages, letters, timer, turns, pauses].map((part) => part.stop()));
    await sent.close();
    await settler.idle();
  });
}

function retentionOf(config: OrchestratorSettings): OrchestratorContext['retention'] {
  const { TASK_RETENTION_DAYS: tasks, LEDGER_RETENTION_DAYS: ledger } = config;
  return { tasksMs: tasks * DAY_MS, ledgerMs: ledger === undefined ? null : ledger * DAY_MS };
}

async function startKeyRotation(
  context: OrchestratorContext,
  { lifecycle, health, metrics }: ServiceContext<unknown>,
  times: RotationTimes,
): Promise<void> {
  const rotator = new KeyRotator(context, times);
  lifecycle.onStop('key rotation', () => rotator.stop());
  health.warn('rotation of the master key', () => rotator.describe());
  showRotation(metrics, context.stores);
  await rotator.start();
}
