import { shareReading } from '@medley/kit';
import type { Stores } from '@medley/store';
import { Gauge, type Registry } from 'prom-client';

const FRESH_MS = 5_000;

type Source = Pick<Stores, 'overview' | 'deadLetters' | 'now'>;
type Readings = Awaited<ReturnType<typeof readBacklog>>;

interface BacklogGauge {
  name: string;
  help: string;
  labelNames?: readonly 'kind'[];
  /** One value, or one for each kind. */
  read(readings: Readings): number | readonly { kind: string; value: number }[];
}

const gauges: readonly BacklogGauge[] = [
  {
    name: 'medley_orchestrator_steps_queued',
    help: 'Steps that wait for a worker or for the turn of their account, among the first 5,000 unfinished tasks',
    labelNames: ['kind'],
    read: ({ kinds }) => kinds.map(({ kind, waiting }) => ({ kind, value: waiting })),
  },
  {
    name: 'medley_orchestrator_steps_running',
    help: 'Steps that run, among the first 5,000 unfinished tasks',
    labelNames: ['kind'],
    read: ({ kinds }) => kinds.map(({ kind, running }) => ({ kind, value: running })),
  },
  {
    name: 'medley_orchestrator_oldest_queued_seconds',
    help: 'How long the step has waited that waits longest, 0 when none waits',
    labelNames: ['kind'],
    read: ({ kinds, now }) =>
      kinds.map(({ kind, oldest_waiting_at: since }) => ({ kind, value: secondsSince(since, now) })),
  },
  {
    name: 'medley_orchestrator_tasks_due',
    help: 'Tasks whose timer has passed, up to 5,000',
    read: ({ due }) => due,
  },
  {
    name: 'medley_orchestrator_timer_lag_seconds',
    help: 'How long the most overdue task has been due, 0 when none is',
    read: ({ oldest_due_at, now }) => secondsSince(oldest_due_at, now),
  },
  {
    name: 'medley_orchestrator_tasks_unsettled',
    help: 'Ended tasks that are not charged yet, among the first 5,000 uncharged ones',
    read: ({ unsettled }) => unsettled,
  },
  {
    name: 'medley_orchestrator_oldest_unsettled_seconds',
    help: 'How long the first of the uncharged tasks has ended, 0 when all are charged',
    read: ({ oldest_unsettled_at, now }) => secondsSince(oldest_unsettled_at, now),
  },
  {
    name: 'medley_orchestrator_dead_letters',
    help: 'Dead letters kept for the operator',
    read: ({ deadLetters }) => deadLetters,
  },
];

/** Register gauges of what waits in the database; all gauges of a scrape share one reading. */
export function showBacklog(registry: Registry, stores: Source): void {
  const read = shareReading(FRESH_MS, () => readBacklog(stores));
  for (const { name, help, labelNames = [], read: valueOf } of gauges) {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const readings = await read();
        // A value of before would hide that the database does not answer.
        this.reset();
        const value = readings && valueOf(readings);
        if (value === null) this.remove();
        else if (typeof value === 'number') this.set(value);
        else for (const { kind, value: ofKind } of value) this.set({ kind }, ofKind);
      },
    });
  }
}

async function readBacklog({ overview, deadLetters, now }: Source) {
  const at = now();
  const [{ kinds }, backlog, letters] = await Promise.all([
    overview.kinds(),
    overview.backlog(at),
    deadLetters.count(),
  ]);
  return { ...backlog, kinds, deadLetters: letters, now: at };
}

function secondsSince(since: Date | null, now: Date): number {
  return since === null ? 0 : Math.max(0, now.getTime() - since.getTime()) / 1_000;
}
