import { stepKinds, type StepKind } from '@medley/contracts';
import { callDatabase } from './call-database';
import { overviewLimits } from './overview-limits';
import type { Backlog, KindOverview, OverviewStore } from './overview-store';
import { EPOCH } from './task-indexes';
import type { TaskCollection } from './task-model';

interface Counted {
  kind: StepKind;
  status: string;
  count: number;
  oldest: Date | null;
}

interface Facets {
  tasks: { count: number }[];
  steps: Counted[];
}

/** Queries over the tasks of all accounts. */
export function createOverview(tasks: TaskCollection): OverviewStore {
  return {
    async kinds() {
      const rows = await callDatabase(() => tasks.aggregate<Facets>(countSteps, ofUnsettled).toArray());
      const [facets] = rows;
      const isPartial = (facets?.tasks[0]?.count ?? 0) > overviewLimits.tasksMax;
      return { kinds: stepKinds.map((kind) => rowOf(kind, facets?.steps ?? [])), isPartial };
    },

    async backlog(now) {
      const due = { wake_at: { $gt: EPOCH, $lte: now } };
      const [[ofDue], [ofEnded]] = await Promise.all([
        callDatabase(() =>
          tasks.aggregate<Oldest>([{ $match: due }, limit, countOldest('wake_at')]).toArray(),
        ),
        callDatabase(() => tasks.aggregate<Oldest>(countUnsettled, ofUnsettled).toArray()),
      ]);
      return {
        due: ofDue?.count ?? 0,
        oldest_due_at: ofDue?.oldest ?? null,
        unsettled: ofEnded?.count ?? 0,
        oldest_unsettled_at: ofEnded?.oldest ?? null,
      } satisfies Backlog;
    },
  };
}

interface Oldest {
  count: number;
  oldest: Date | null;
}

/** The index that has unsettled tasks only, whatever its order. */
const ofUnsettled = { hint: 'account_id_1__id_1' };
const limit = { $limit: overviewLimits.tasksMax };
const countOldest = (field: string): object => ({
  $group: { _id: null, count: { $sum: 1 }, oldest: { $min: `$${field}` } },
});
/** The limit comes before the filter, so that a long queue of unfinished tasks costs no more. */
const countUnsettled = [
  { $match: { 'cost.settled': false } },
  limit,
  { $match: { status: { $in: ['completed', 'failed'] } } },
  countOldest('completed_at'),
];

const countSteps = [
  { $match: { 'cost.settled': false, status: 'pending' } },
  { $limit: overviewLimits.tasksMax + 1 },
  { $project: { 'steps.name': 1, 'steps.status': 1, 'steps.queued_at': 1 } },
  {
    $facet: {
      tasks: [{ $count: 'count' }],
      steps: [
        { $unwind: '$steps' },
        { $match: { 'steps.status': { $in: ['queued', 'running'] } } },
        {
          $group: {
            _id: { kind: '$steps.name', status: '$steps.status' },
            count: { $sum: 1 },
            oldest: { $min: '$steps.queued_at' },
          },
        },
        { $project: { _id: 0, kind: '$_id.kind', status: '$_id.status', count: 1, oldest: 1 } },
      ],
    },
  },
];

function rowOf(kind: StepKind, counted: readonly Counted[]): KindOverview {
  const find = (status: string): Counted | undefined =>
    counted.find((one) => one.kind === kind && one.status === status);
  const queued = find('queued');
  return {
    kind,
    waiting: queued?.count ?? 0,
    running: find('running')?.count ?? 0,
    oldest_waiting_at: queued?.oldest ?? null,
  };
}
