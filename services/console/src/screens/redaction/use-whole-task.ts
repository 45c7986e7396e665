import { useQueries } from '@tanstack/react-query';
import type { StepOutput, Task, TaskStep } from '@medley/client/browser';
import { localLink } from '../../device/local-link';

/** Bytes of a linked output that are read into the page at most. */
const READ_MAX = 16 * 1024 * 1024;

export interface WholeTask {
  task: Task;
  isReading: boolean;
}

/** The task with the outputs of a step and of those that it worked on, also where the answer has only links to them. */
export function useWholeTask(task: Task, step: TaskStep): WholeTask {
  const linked = [step.id, ...step.depends_on].flatMap((id) => {
    const output = task.output?.[id];
    return output && 'omitted' in output && output.size <= READ_MAX ? [{ id, url: output.url }] : [];
  });
  return useQueries({
    queries: linked.map(({ id, url }) => ({
      // A link is signed anew with each answer, the output stays.
      queryKey: ['linked-output', task.id, id],
      queryFn: ({ signal }: { signal: AbortSignal }) => readOutput(url, signal),
      staleTime: Infinity,
      retry: false,
    })),
    combine: (results) => ({
      task: withOutputs(
        task,
        linked.flatMap(({ id }, index) => {
          const output = results[index]?.data;
          return output ? [[id, output] as const] : [];
        }),
      ),
      isReading: results.some(({ isLoading }) => isLoading),
    }),
  });
}

function withOutputs(task: Task, outputs: readonly (readonly [string, StepOutput])[]): Task {
  if (outputs.length === 0) return task;
  return { ...task, output: { ...task.output, ...Object.fromEntries(outputs) } };
}

/** Null: the link does not answer with the output; the page then says that it is too large. */
async function readOutput(url: string, signal: AbortSignal): Promise<StepOutput | null> {
  const response = await fetch(localLink(url), { signal });
  return response.ok ? ((await response.json()) as StepOutput) : null;
}
