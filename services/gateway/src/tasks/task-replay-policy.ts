import type { Stores } from '@medley/store';
import { toJsonText, type PublicOutput, type PublicTask, type TaskView } from '@medley/task-view';
import type { RenderedResponse } from '../http/response';
import type { ReplayPolicy } from '../idempotency/replay-policy';

/**
 * Keep the answer to a creation without what the client gave and got: that lies in the task, and is gone with it. A
 * replay takes it from there, and shows the task as expired once there is nothing left to take.
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

/** What stays says which outputs there were, not what they were. */
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

/** Later outputs are left out: the replayed answer is the one that was given. */
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

/** With the keys in the order they had: an equal answer is equal byte by byte. */
function withTask(answer: RenderedResponse, data: PublicTask): RenderedResponse {
  return { ...answer, body: toJsonText({ success: true, data }) };
}
