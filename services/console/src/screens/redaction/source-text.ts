import type { DepersonalizeOutput, StepOutput, Task, TaskStep } from '@medley/client/browser';

/** Between the texts of several steps above, as the service joins them. */
const SEPARATOR = '\n\n';

/** A text, or why it cannot be shown. */
export type Source = { text: string } | { missing: 'deleted' | 'hidden' | 'large' };

/** The text that a step worked on, to which the offsets of its entities refer. */
export function sourceOf(task: Task, step: TaskStep): Source {
  return step.depends_on.length === 0 ? ownText(task) : joined(task, step);
}

function ownText({ input }: Task): Source {
  return input?.text === undefined ? { missing: 'deleted' } : { text: input.text };
}

function joined(task: Task, { depends_on }: TaskStep): Source {
  const texts: string[] = [];
  for (const id of depends_on) {
    const output = task.output?.[id];
    if (!output) return { missing: task.expired ? 'deleted' : 'hidden' };
    if (isLarge(output)) return { missing: 'large' };
    texts.push('text' in output ? output.text : '');
  }
  return { text: texts.join(SEPARATOR) };
}

function isLarge(output: StepOutput): output is Extract<StepOutput, { omitted: true }> {
  return 'omitted' in output;
}

/** The output of a depersonalize step; null: not given out, deleted, or too large to be embedded. */
export function redactionOf(task: Task, { id }: TaskStep): DepersonalizeOutput | null {
  const output = task.output?.[id];
  return output && 'entities' in output ? output : null;
}
