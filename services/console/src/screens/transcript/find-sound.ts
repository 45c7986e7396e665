import type { Task, TaskStep } from '@medley/client/browser';

/** A file of a task that can be heard beside its transcript. */
export interface Sound {
  stepId: string;
  url: string;
  /** Seconds of the transcript at which the file begins. */
  offset: number;
}

/**
 * The sound of a transcript. With the redacted text only a redacted sound is heard; with the clear one the clear sound, if
 * the task gives it out.
 */
export function findSound(task: Task, isRedacted: boolean): Sound | null {
  const transcribe = transcribeStepOf(task);
  if (!transcribe) return null;
  const kinds = isRedacted ? ['redact'] : ['transcode', 'redact'];
  for (const kind of kinds)
    for (const step of task.steps) {
      const output = step.name === kind ? task.output?.[step.id] : undefined;
      if (output && 'url' in output && !('omitted' in output))
        return { stepId: step.id, url: output.url, offset: startOf(task, step) - startOf(task, transcribe) };
    }
  return null;
}

/** The step whose text the transcript of a task is. */
export function transcribeStepOf({ steps }: Pick<Task, 'steps'>): TaskStep | undefined {
  const all = steps.filter(({ name }) => name === 'transcribe');
  return all.find(({ status }) => status === 'completed') ?? all[0];
}

/** The depersonalize step directly below the transcribe step, which replaces what is personal. */
export function redactingStepOf(task: Pick<Task, 'steps'>): TaskStep | undefined {
  const transcribe = transcribeStepOf(task);
  if (!transcribe) return undefined;
  return task.steps.find(
    ({ name, depends_on: [parent, ...others] }) =>
      name === 'depersonalize' && others.length === 0 && parent === transcribe.id,
  );
}

/** Seconds of the source that were cut away before a step, and by it. */
function startOf({ steps }: Pick<Task, 'steps'>, step: TaskStep): number {
  const start = step.name === 'transcode' ? Number(step.options['start'] ?? 0) : 0;
  const above = steps.find(
    ({ id, name }) => step.depends_on.includes(id) && (name === 'transcode' || name === 'redact'),
  );
  return (Number.isFinite(start) ? start : 0) + (above ? startOf({ steps }, above) : 0);
}
