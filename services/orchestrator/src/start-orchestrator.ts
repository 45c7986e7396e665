import { randomUUID } from 'node:crypto';
import { HOUR_MS, taskLimits } from '@medley/contracts';
import { loadPrices, type ServiceContext } from '@medley/kit';
import { Counter } from 'prom-client';
import type { OrchestratorSettings } from './config';
import { consumeDeadLetters, consumeMessages } from './consume-messages';
import { HEARTBEAT_TIMEOUT_MS, type Rules } from './domain/rules';
import type { OrchestratorContext, OrchestratorDependencies } from './orchestrator-context';
import { createFailureCounts } from './failure-counts';
import { PauseAnnouncer } from './pause-announcer';
import { QueueProgress } from './queue-progress';
import { TaskCache } from './task-cache';
import { TurnScheduler } from './turn-scheduler';
import { countWaitingSteps } from './turn-metrics';
import { TriggerJoiner } from './trigger-joiner';
import { startTaskTimer } from './start-task-timer';
import { createSettler } from './create-settler';

const CLAIM_TIMEOUT_MS = 5_000;
const JITTER = 0.2;
const DAY_MS = 24 * HOUR_MS;

/** Start the orchestrator on given connections; its shutdown is registered on the service's lifecycle. */
export async function startOrchestrator(
  service: ServiceContext<OrchestratorSettings>,
  dependencies: OrchestratorDependencies,
): Promise<void> {
  const { config, logger, lifecycle } = service;
  const settler = createSettler(dependencies.stores.accounts, logger);
  const counter = (name: string, help: string): Counter =>
    new Counter({ name: `medley_orchestrator_${name}_total`, help, registers: [service.metrics] });
  const turns = new TurnScheduler();
  const context: OrchestratorContext = {
    ...dependencies,
    logger,
    settler,
    cache: new TaskCache(),
    turns,
    joiner: new TriggerJoiner(),
    forgedReports: counter(
      'forged_reports',
      'Reports of steps that name files of another attempt; each is a dead letter.',
    ),
    failures: createFailureCounts(),
    postponed: counter('postponed_tasks', 'Due tasks that were postponed because their handling failed.'),
    progress: new QueueProgress(),
    rules: await makeRules(config),
    retentionMs: config.TASK_RETENTION_DAYS * DAY_MS,
  };

  countWaitingSteps(service.metrics, context.stores.turns);
  await turns.start(context);
  const pauses = new PauseAnnouncer(context);
  await pauses.start();
  const messages = await consumeMessages(context, config.ORCHESTRATOR_CONCURRENCY);
  const letters = await consumeDeadLetters(context);
  const timer = startTaskTimer(context, config.ORCHESTRATOR_TICK_MS);
  lifecycle.onStop('orchestrator', async () => {
    await Promise.all([messages.stop(), letters.stop(), timer.stop(), turns.stop(), pauses.stop()]);
    await settler.idle();
  });
}

async function makeRules(config: OrchestratorSettings): Promise<Rules> {
  return {
    prices: await loadPrices(config.PRICES_FILE),
    attemptsMax: taskLimits.attemptsMax,
    retryDelaysMs: config.STEP_RETRY_DELAYS_S.map((seconds) => seconds * 1_000),
    jitter: () => JITTER * (2 * Math.random() - 1),
    claimTimeoutMs: CLAIM_TIMEOUT_MS,
    heartbeatTimeoutMs: HEARTBEAT_TIMEOUT_MS,
    keepUndeliveredMs: HOUR_MS,
    newId: randomUUID,
  };
}
