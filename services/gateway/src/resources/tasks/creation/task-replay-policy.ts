import type { Stores } from '@medley/store';
import { toJsonText, type PublicOutput, type PublicTask, type TaskView } from '@medley/task-view';
import type { RenderedResponse } from '../../../http/response';
import type { ReplayPolicy } from '../../../idempotency/replay-policy';

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
    redact: (response, data) => withTask(response, withoutData(data as PublicTask)),
    async restore(stored) {
      const original = readTask(stored);
      const task = await stores.tasks.find(original.id);
      return task ? withTask(stored, withData(original, await views.taskView(task, stores.now()))) : stored;
    },
  };
}

/** Keeps the ids of the outputs without their values. */
function withoutData(task: PublicTask): PublicTask {
  return {
    ...task,
    input: null,
    output: task.output && clearValues(task.output),
    filename: null,
    steps: task.steps.map((step) => ({ ...step, options: {} })),
  };
}

function clearValues(output: PublicOutput): PublicOutput {
  return Object.fromEntries(Object.keys(output).map((id) => [id, null])) as unknown as PublicOutput;
}

/** Outputs that were added later are omitted, so that the replay equals the original response. */
function withData(original: PublicTask, current: PublicTask): PublicTask {
  const { input, output, filename, expired } = current;
  const known = Object.keys(original.output ?? {});
  return {
    ...original,
    input,
    output:
      original.output && output
        ? Object.fromEntries(Object.entries(output).filter(([id]) => known.includes(id)))
        : null,
    filename,
    steps: original.steps.map((step, index) => ({ ...step, options: current.steps[index]?.options ?? {} })),
    expired,
  };
}

function readTask({ body }: RenderedResponse): PublicTask {
  return (JSON.parse(body) as { data: PublicTask }).data;
}

/** Keeps the order of the keys, so that an equal response is identical byte by byte. */
function withTask(response: RenderedResponse, data: PublicTask): RenderedResponse {
  return { ...response, body: toJsonText({ success: true, data }) };
}
