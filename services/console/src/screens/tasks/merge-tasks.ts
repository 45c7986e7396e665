import type { AccountEvent, CursorPage, ListedStep, ListedTask } from '@medley/client/browser';

export type TaskPage = CursorPage<ListedTask>;

/** The loaded pages with the newest state of the first tasks; those that are new come first. */
export function mergeNewest(pages: readonly TaskPage[], newest: TaskPage): TaskPage[] {
  const [first, ...others] = pages;
  if (!first) return [newest];
  const byId = new Map(newest.items.map((task) => [task.id, task]));
  const known = new Set(pages.flatMap(({ items }) => items.map(({ id }) => id)));
  const added = newest.items.filter(({ id }) => !known.has(id));
  const renew = (page: TaskPage): TaskPage => {
    if (!page.items.some(({ id }) => byId.has(id))) return page;
    return { ...page, items: page.items.map((task) => byId.get(task.id) ?? task) };
  };
  const { total } = newest.pagination;
  const renewed = renew(first);
  const merged = { ...renewed, items: [...added, ...renewed.items] };
  return [{ ...merged, pagination: { ...merged.pagination, total } }, ...others.map(renew)];
}

/** The loaded pages after an event; the same pages if it is of no loaded task. */
export function patchByEvent(pages: readonly TaskPage[], event: AccountEvent): readonly TaskPage[] {
  const { task_id: id } = event.data;
  const index = pages.findIndex(({ items }) => items.some((task) => task.id === id));
  const page = pages[index];
  if (!page) return pages;
  const items = page.items.map((task) => (task.id === id ? patchTask(task, event) : task));
  return pages.with(index, { ...page, items });
}

function patchTask(task: ListedTask, event: AccountEvent): ListedTask {
  switch (event.event) {
    case 'task.created':
      return task;
    case 'task.completed':
      return { ...task, status: 'completed', completed_at: event.data.task.completed_at, progress: 1 };
    case 'task.failed': {
      const { completed_at, error } = event.data.task;
      return { ...task, status: 'failed', completed_at, error };
    }
    case 'step.queued':
    case 'step.started':
    case 'step.completed':
    case 'step.failed':
    case 'step.retrying': {
      const { step, status } = event.data;
      const patch = (one: ListedStep): ListedStep => (one.id === step ? { ...one, status } : one);
      return { ...task, steps: task.steps.map(patch) };
    }
  }
}
