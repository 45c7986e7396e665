import type { Broker } from '@medley/broker';
import { signalTopics, type StepRun } from '@medley/contracts';

const FIRST_HEARTBEAT_MS = 500;
const HEARTBEAT_MS = 15_000;
const PROGRESS_MS = 500;

export interface Heartbeat {
  progress(fraction: number): void;
  stop(): void;
}

/** Publishes heartbeats (`step.alive`) of an attempt to the orchestrator and its progress as a signal; both are lossy. */
export function startHeartbeat(broker: Broker, run: StepRun, elapsedMs: () => number): Heartbeat {
  const { task_id, step_id, attempt } = run;
  let progress: number | null = null;
  let sent: number | null = null;
  let sentAt = -Infinity;
  let pending: NodeJS.Timeout | undefined;
  let isStopped = false;

  const heartbeat = (): void => {
    const message = { task_id, step_id, attempt, elapsed_ms: elapsedMs(), progress };
    broker.publish('step.alive', message).catch(() => undefined);
  };
  let timer = setTimeout(() => {
    heartbeat();
    timer = setInterval(heartbeat, HEARTBEAT_MS);
  }, FIRST_HEARTBEAT_MS);

  const sendProgress = (): void => {
    pending = undefined;
    if (progress === null || progress === sent) return;
    sent = progress;
    sentAt = performance.now();
    const topic = signalTopics.taskEvent(task_id, 'step.progress');
    broker.signal('step.progress', topic, { task_id, step_id, attempt, progress });
  };
  return {
    progress: (fraction) => {
      if (isStopped || !Number.isFinite(fraction)) return;
      // Progress never decreases.
      progress = Math.max(progress ?? 0, Math.round(Math.min(1, Math.max(0, fraction)) * 1_000) / 1_000);
      pending ??= setTimeout(sendProgress, Math.max(0, sentAt + PROGRESS_MS - performance.now()));
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      clearTimeout(pending);
    },
  };
}
