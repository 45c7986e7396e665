import { stepErrors, type Task, type TaskStep } from '@medley/contracts';
import { getOrRegister } from '@medley/kit';
import {
  Counter,
  Histogram,
  type CounterConfiguration,
  type HistogramConfiguration,
  type Registry,
} from 'prom-client';

const TASK_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 1_800, 7_200];
const QUEUE_SECONDS = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800];

/** Counts what stored changes of tasks mean. */
export interface TaskMetrics {
  changed(before: Task, after: Task): void;
  /** A write was refused because another one had changed the task. */
  raced(): void;
}

interface Instruments {
  tasks: Counter;
  taskSeconds: Histogram;
  queueSeconds: Histogram;
  failedAttempts: Counter;
  retries: Counter;
}

/** Gateway and orchestrator may be in one process, whose registry they share. */
export function createTaskMetrics(registry: Registry): TaskMetrics {
  const instruments = createInstruments(registry);
  const races = counterOf(registry, {
    name: 'medley_orchestrator_races_total',
    help: 'Writes that were repeated because another process had changed the task',
  });
  return {
    raced: () => races.inc(),
    changed: (before, after) => {
      after.steps.forEach((step, index) => {
        const earlier = before.steps[index];
        if (earlier && earlier !== step) countStep(instruments, earlier, step);
      });
      if (before.status === 'pending' && after.status !== 'pending') countTask(instruments, after);
    },
  };
}

function createInstruments(registry: Registry): Instruments {
  return {
    tasks: counterOf(registry, {
      name: 'medley_orchestrator_tasks_total',
      help: 'Tasks that ended, by status and error code (none: completed)',
      labelNames: ['status', 'code'],
    }),
    taskSeconds: histogramOf(registry, {
      name: 'medley_orchestrator_task_seconds',
      help: 'Time from the creation of a task to its end',
      labelNames: ['status'],
      buckets: TASK_SECONDS,
    }),
    queueSeconds: histogramOf(registry, {
      name: 'medley_orchestrator_step_queue_seconds',
      help: 'Time from queueing an attempt of a step to its start',
      labelNames: ['kind'],
      buckets: QUEUE_SECONDS,
    }),
    failedAttempts: counterOf(registry, {
      name: 'medley_orchestrator_attempts_failed_total',
      help: 'Attempts of steps that failed, by error code',
      labelNames: ['kind', 'code'],
    }),
    retries: counterOf(registry, {
      name: 'medley_orchestrator_retries_total',
      help: 'Failed attempts of steps that are followed by another one',
      labelNames: ['kind'],
    }),
  };
}

function counterOf(registry: Registry, facts: CounterConfiguration<string>): Counter {
  return getOrRegister(registry, facts.name, () => new Counter({ ...facts, registers: [registry] }));
}

function histogramOf(registry: Registry, facts: HistogramConfiguration<string>): Histogram {
  return getOrRegister(registry, facts.name, () => new Histogram({ ...facts, registers: [registry] }));
}

function countTask(
  { tasks, taskSeconds }: Instruments,
  { status, error, created_at, completed_at }: Task,
): void {
  tasks.inc({ status, code: error === null ? 'none' : boundedCode(error.code) });
  if (completed_at) taskSeconds.observe({ status }, secondsBetween(created_at, completed_at));
}

function countStep(instruments: Instruments, before: TaskStep, after: TaskStep): void {
  const { name: kind, started_at, queued_at } = after;
  const isStarted = started_at !== null && started_at.getTime() !== before.started_at?.getTime();
  if (isStarted && queued_at)
    instruments.queueSeconds.observe({ kind }, secondsBetween(queued_at, started_at));
  const attempts = after.past_attempts ?? [];
  for (const { error } of attempts.slice(before.past_attempts?.length ?? 0)) {
    instruments.failedAttempts.inc({ kind, code: boundedCode(error?.code) });
    instruments.retries.inc({ kind });
  }
  if (after.status === 'failed' && before.status !== 'failed')
    instruments.failedAttempts.inc({ kind, code: boundedCode(after.error?.code) });
}

/** Codes come from workers; one that is not in the catalogue must not make a time series of its own. */
function boundedCode(code: string | undefined): string {
  return code !== undefined && Object.hasOwn(stepErrors, code) ? code : 'other';
}

function secondsBetween(from: Date, to: Date): number {
  return Math.max(0, to.getTime() - from.getTime()) / 1_000;
}
