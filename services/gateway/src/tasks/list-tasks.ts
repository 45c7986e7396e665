import type { ListedTask, Payload } from '@medley/contracts';
import type { Stores } from '@medley/store';
import type { PublicListedTask, TaskView } from '@medley/task-view';
import type { TaskListQuery } from '../validation/query-schemas';
import { listAnswerLimits } from './listing-limits';

export interface ListDependencies {
  stores: Pick<Stores, 'tasks' | 'now'>;
  views: TaskView;
}

/** What is reserved for the id of a step and for a signed link, beside the output itself. */
const BESIDE_OUTPUT_BYTES = 2 * 1024;

/** A page of the caller's tasks, and how many there are; outputs only when asked for, and while they fit. */
export async function listTasks(
  deps: ListDependencies,
  accountId: string,
  { limit, offset, status, include }: TaskListQuery,
): Promise<{ items: PublicListedTask[]; total: number }> {
  const { stores, views } = deps;
  const filter = { account_id: accountId, ...(status && { status }) };
  const { items: tasks, total } = await stores.tasks.list(filter, { limit, offset });
  const now = stores.now();
  const items = tasks.map((task) => views.listedTask(task, now));
  return { items: include === 'output' ? await addOutputs(deps, tasks, items) : items, total };
}

/** Which outputs fit is decided by their sizes; only these are then read. */
async function addOutputs(
  { stores, views }: ListDependencies,
  tasks: readonly ListedTask[],
  items: readonly PublicListedTask[],
): Promise<PublicListedTask[]> {
  const bytesMax = listAnswerLimits.bytesMax - Buffer.byteLength(JSON.stringify(items));
  const shown = tasks.filter((_, index) => items[index]?.expired === false);
  const chosen = chooseTasks(shown, bytesMax);
  const outputs = await stores.tasks.outputs([...chosen]);
  return Promise.all(
    items.map(async (item, index) => {
      const task = tasks[index];
      if (!task || item.expired || task.output_bytes === 0) return { ...item, output: null };
      if (chosen.has(task.id)) return { ...item, output: await views.output(withOutputs(task, outputs)) };
      const url = `/api/v1/tasks/${task.id}`;
      return { ...item, output_omitted: { size: task.output_bytes, url } };
    }),
  );
}

/** The newest tasks whose outputs fit together. */
function chooseTasks(tasks: readonly ListedTask[], bytesMax: number): ReadonlySet<string> {
  let left = bytesMax;
  const chosen = new Set<string>();
  for (const { id, output_bytes, steps } of tasks) {
    const bytes = output_bytes + steps.length * BESIDE_OUTPUT_BYTES;
    if (output_bytes === 0 || bytes > left) continue;
    left -= bytes;
    chosen.add(id);
  }
  return chosen;
}

/** A step that finished after the page was read was not counted, so it is not shown either. */
function withOutputs(
  task: ListedTask,
  outputs: ReadonlyMap<string, ReadonlyMap<string, Payload>>,
): Parameters<TaskView['output']>[0] {
  const ofTask = outputs.get(task.id);
  return {
    ...task,
    steps: task.steps.map((step) => ({ ...step, output: ofTask?.get(step.id) ?? null })),
  };
}
