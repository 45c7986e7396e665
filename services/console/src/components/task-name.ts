import type { StepName } from '@medley/client/browser';

/** What a person knows a task by: its file, else what it does. */
export function taskName({
  filename,
  steps,
}: {
  filename: string | null;
  steps: readonly { name: StepName }[];
}): string {
  return filename ?? steps.map(({ name }) => name).join(' → ');
}
