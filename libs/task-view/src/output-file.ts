import type { MediaRef, Task } from '@medley/contracts';

/** The name of a step's output in links to it; the files of media are all `.mp3`. */
export const OUTPUT_FILENAME = 'output.json';

/** Find the file that a link names; null when the step has no such file. */
export function fileOfStep(
  task: Task,
  { stepId, filename }: { stepId: string; filename: string },
): MediaRef | null {
  const step = task.steps.find((one) => one.id === stepId);
  if (!step) return null;
  if (filename !== OUTPUT_FILENAME) return step.media;
  // An inline output is small, so it is always embedded and never linked.
  if (!step.output || 'inline' in step.output) return null;
  const { blob, size } = step.output;
  return { blob, size, content_type: 'application/json; charset=utf-8', duration: null };
}
