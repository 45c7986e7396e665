import type { Stores } from '@medley/store';
import { toJsonText, type PublicOutput, type PublicTask, type TaskView } from '@medley/task-view';
import type { RenderedResponse } from '../http/response';
import type { ReplayPolicy } from '../idempotency/replay-policy';

/**
 * Store the response of a task creation without input and output, which expire with the task. A replay reads them from the
 * task, and shows the task as expired after they were purged.
 */
export function taskReplayPolicy(deps: {
  stores: Pick<Stores, 'tasks' | 'now'>;
  views: TaskView;
}): ReplayPolicy {
  const { stores, views } = deps;
  return {
    redact: (answer, data) => withTask(answer, withoutData(data as PublicTask)),
    async restore(kept) {
      const then = taskOf(kept);
      const task = await stores.tasks.find(then.id);
      return task ? withTask(kept, withData(then, await views.taskView(task, stores.now()))) : kept;
    },
  };
}

/** Keeps the ids of the outputs without their values. */
function withoutData(task: PublicTask): PublicTask {
  return {
    ...task,
    input: null,
    output: task.output && emptied(task.output),
    filename: null,
    steps: task.steps.map((step) => ({ ...step, options: {} })),
  };
}

function emptied(output: PublicOutput): PublicOutput {
  return Object.fromEntries(Object.keys(output).map((id) => [id, null])) as unknown as PublicOutput;
}

/** Outputs that were added later are omitted, so that the replay equals the original response. */
function withData(then: PublicTask, now: PublicTask): PublicTask {
  const { input, output, filename, expired } = now;
  const known = Object.keys(then.output ?? {});
  return {
    ...then,
    input,
    output:
      then.output && output
        ? Object.fromEntries(Object.entries(output).filter(([id]) => known.includes(id)))
        : null,
    filename,
    steps: then.steps.map((step, index) => ({ ...step, options: now.steps[index]?.options ?? {} })),
    expired,
  };
}

function taskOf({ body }: RenderedResponse): PublicTask {
  return (JSON.parse(body) as { data: PublicTask }).data;
}

/** Keeps the order of the keys, so that an equal response is identical byte by byte. */
function withTask(answer: RenderedResponse, data: PublicTask): RenderedResponse {
  return { ...answer, body: toJsonText({ success: true, data }) };
}
