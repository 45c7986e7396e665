import {
  charactersOf,
  nearest,
  stepCatalogue,
  stepErrors,
  textLimits,
  type MediaRef,
  type Payload,
  type StepError,
  type Task,
  type TaskStep,
} from '@medley/contracts';

/** Texts of several parents are joined in order by a blank line. */
export const TEXT_JOINT = '\n\n';

/** Where a step's input lies; texts of several parents are still to be joined. */
export interface InputParts {
  url?: string;
  texts?: Payload[];
  media?: MediaRef;
  mapping?: Payload;
}

/** What a step works on, by the types of its kind. Null when it is gone (a purge came between). */
export function inputParts(task: Task, step: TaskStep): InputParts | null {
  const facts = stepCatalogue[step.name];
  const byId = new Map(task.steps.map((one) => [one.id, one]));
  if (facts.input === 'url') return task.input?.url ? { url: task.input.url } : null;
  if (facts.input === 'media') {
    const media = nearest(byId, step, (above) => stepCatalogue[above.name].output === 'media')?.media;
    return media ? { media } : null;
  }
  const texts = textsAbove(task, step, byId);
  if (!texts) return null;
  if (!facts.needsMapping) return { texts };
  const mapping = nearest(byId, step, (above) => above.mapping !== null)?.mapping;
  return mapping ? { texts, mapping } : null;
}

/**
 * Why a step cannot work on what is above it; null when it can. Judged by stored lengths alone, so that a text that is too
 * long is neither read nor joined.
 */
export function findInputFault(task: Task, step: TaskStep): StepError | null {
  const texts = inputParts(task, step)?.texts ?? [];
  const joints = Math.max(texts.length - 1, 0) * TEXT_JOINT.length;
  const characters = texts.reduce((sum, text) => sum + charactersOf(text), joints);
  if (characters <= textLimits.joinedMax) return null;
  return {
    code: 'TEXT_TOO_LONG',
    message: `the text from the steps above has ${characters} characters, a step takes at most ${textLimits.joinedMax}`,
    retryable: stepErrors.TEXT_TOO_LONG.retryable,
  };
}

function textsAbove(task: Task, step: TaskStep, byId: ReadonlyMap<string, TaskStep>): Payload[] | null {
  if (step.depends_on.length === 0) {
    const text = task.input?.text ?? null;
    return text === null ? null : [{ inline: text }];
  }
  const texts = step.depends_on.map((parent) => byId.get(parent)?.text ?? null);
  return texts.every((text) => text !== null) ? texts : null;
}

/** The step's own options over what the task says for all its steps, as JSON text. */
export function runOptions(task: Task, step: TaskStep): string {
  const own = JSON.parse(step.options) as Record<string, unknown>;
  return JSON.stringify({ ...taskOptions(task, step), ...own });
}

function taskOptions(task: Task, step: TaskStep): Record<string, unknown> {
  const { input } = task;
  if (!input) return {};
  switch (step.name) {
    case 'transcribe':
      return { language: input.language_in, diarization: true };
    case 'llm':
      return {
        language_in: input.language_in,
        language_out: input.language_out,
        ...(input.prompt === null ? {} : { prompt: input.prompt }),
        ...(input.template === null ? {} : { template: input.template }),
        ...(input.response_schema === null
          ? {}
          : { response_schema: JSON.parse(input.response_schema) as unknown }),
      };
    case 'depersonalize':
      return { mode: 'blind', language: input.language_in };
    default:
      return {};
  }
}
