import type { Broker } from '@medley/broker';
import { signalTopics, type StepRun } from '@medley/contracts';

const FIRST_BEAT_MS = 500;
const BEAT_MS = 15_000;
const PROGRESS_MS = 500;

export interface SignOfLife {
  progress(fraction: number): void;
  stop(): void;
}

/** Tell the orchestrator that the step lives and the listeners how far it is. All of it may get lost. */
export function startSignOfLife(broker: Broker, run: StepRun, elapsedMs: () => number): SignOfLife {
  const { task_id, step_id, attempt } = run;
  let progress: number | null = null;
  let told: number | null = null;
  let toldAt = -Infinity;
  let waiting: NodeJS.Timeout | undefined;
  let isStopped = false;

  const beat = (): void => {
    const sign = { task_id, step_id, attempt, elapsed_ms: elapsedMs(), progress };
    broker.publish('step.alive', sign).catch(() => undefined);
  };
  let beating = setTimeout(() => {
    beat();
    beating = setInterval(beat, BEAT_MS);
  }, FIRST_BEAT_MS);

  const tell = (): void => {
    waiting = undefined;
    if (progress === null || progress === told) return;
    told = progress;
    toldAt = performance.now();
    const topic = signalTopics.taskEvent(task_id, 'step.progress');
    broker.signal('step.progress', topic, { task_id, step_id, attempt, progress });
  };
  return {
    progress: (fraction) => {
      if (isStopped || !Number.isFinite(fraction)) return;
      // A bar that goes back helps nobody.
      progress = Math.max(progress ?? 0, Math.round(Math.min(1, Math.max(0, fraction)) * 1_000) / 1_000);
      waiting ??= setTimeout(tell, Math.max(0, toldAt + PROGRESS_MS - performance.now()));
    },
    stop: () => {
      isStopped = true;
      clearTimeout(beating);
      clearTimeout(waiting);
    },
  };
}
