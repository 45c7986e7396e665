import { stepKinds, type StepKind } from '@medley/contracts';
import { callDatabase } from './call-database';
import { overviewLimits } from './overview-limits';
import type { KindOverview, OverviewStore } from './overview-store';
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
      // The index that has unfinished tasks only, whatever its order.
      const options = { hint: 'account_id_1__id_1' };
      const rows = await callDatabase(() => tasks.aggregate<Facets>(countSteps, options).toArray());
      const [facets] = rows;
      const isPartial = (facets?.tasks[0]?.count ?? 0) > overviewLimits.tasksMax;
      return { kinds: stepKinds.map((kind) => rowOf(kind, facets?.steps ?? [])), isPartial };
    },
  };
}

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
