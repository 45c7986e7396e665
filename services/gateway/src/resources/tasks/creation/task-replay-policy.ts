import type { ValidationIssue } from '@medley/contracts';
import type { Stores } from '@medley/store';
import { toJsonText, type PublicOutput, type PublicTask, type TaskView } from '@medley/task-view';
import { envelopeOf, type RenderedResponse } from '../../../http/response';
import type { ReplayPolicy } from '../../../idempotency/replay-policy';

/** What the envelope of the response has. */
interface Content {
  data: PublicTask;
  warnings?: readonly ValidationIssue[] | undefined;
}

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
    redact: (response, content) => {
      const { data, warnings } = content as Content;
      return withTask(response, { data: withoutData(data), warnings });
    },
    async restore(stored) {
      const { data: original, warnings } = readContent(stored);
      const task = await stores.tasks.find(original.id);
      if (!task) return stored;
      const data = withData(original, await views.taskView(task, stores.now()));
      return withTask(stored, { data, warnings });
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

function readContent({ body }: RenderedResponse): Content {
  return JSON.parse(body) as Content;
}

/** Keeps the order of the keys, so that an equal response is identical byte by byte. */
function withTask(response: RenderedResponse, { data, warnings }: Content): RenderedResponse {
  return { ...response, body: toJsonText(envelopeOf({ data, warnings })) };
}
