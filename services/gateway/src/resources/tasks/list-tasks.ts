import type { ListedTask, Payload } from '@medley/contracts';
import type { Stores } from '@medley/store';
import type { PublicListedTask, TaskView } from '@medley/task-view';
import type { TaskListQuery } from './task-list-query';
import { writeCursor } from './list-cursor';
import { listResponseLimits } from './listing-limits';

export interface ListDependencies {
  stores: Pick<Stores, 'tasks' | 'now'>;
  views: TaskView;
}

/** Estimate for the id of a step and a signed link, in addition to the stored output. */
const OUTPUT_OVERHEAD_BYTES = 2 * 1024;

/** A page of the caller's tasks and their total; with outputs if requested, as far as they fit into the response. */
export async function listTasks(
  deps: ListDependencies,
  accountId: string,
  { limit, offset, cursor: after, include, ...filters }: TaskListQuery,
): Promise<{ items: PublicListedTask[]; total: number; next_cursor: string | null }> {
  const { stores, views } = deps;
  const { status, step, created_after, created_before, metadata, batch_id, q } = filters;
  const match = { status, step, created_after, created_before, metadata, batch_id, q };
  const filter = { account_id: accountId, ...match };
  const page = await stores.tasks.list(filter, { limit, offset, after });
  const { items: tasks, total, hasMore } = page;
  const last = tasks.at(-1);
  const now = stores.now();
  const items = tasks.map((task) => views.listedTask(task, now));
  return {
    items: include === 'output' ? await addOutputs(deps, tasks, items) : items,
    total,
    next_cursor: hasMore && last ? writeCursor(last) : null,
  };
}

/** Outputs are selected by their stored sizes, and only the selected ones are read. */
async function addOutputs(
  { stores, views }: ListDependencies,
  tasks: readonly ListedTask[],
  items: readonly PublicListedTask[],
): Promise<PublicListedTask[]> {
  const bytesMax = listResponseLimits.bytesMax - Buffer.byteLength(JSON.stringify(items));
  const shown = tasks.filter((_, index) => items[index]?.expired === false);
  const selected = selectTasks(shown, bytesMax);
  const outputs = await stores.tasks.outputs([...selected]);
  return Promise.all(
    items.map(async (item, index) => {
      const task = tasks[index];
      if (!task || item.expired || task.output_bytes === 0) return { ...item, output: null };
      if (selected.has(task.id)) return { ...item, output: await views.output(withOutputs(task, outputs)) };
      const url = `/api/v1/tasks/${task.id}`;
      return { ...item, output_omitted: { size: task.output_bytes, url } };
    }),
  );
}

/** The ids of the newest tasks whose outputs fit together. */
function selectTasks(tasks: readonly ListedTask[], bytesMax: number): ReadonlySet<string> {
  let left = bytesMax;
  const selected = new Set<string>();
  for (const { id, output_bytes, steps } of tasks) {
    const bytes = output_bytes + steps.length * OUTPUT_OVERHEAD_BYTES;
    if (output_bytes === 0 || bytes > left) continue;
    left -= bytes;
    selected.add(id);
  }
  return selected;
}

/** Only the steps of the listed task: a step that finished later was not counted in the sizes. */
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
