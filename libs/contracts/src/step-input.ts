import { stepErrors } from './error-codes';
import { findNearestAncestor } from './find-nearest-ancestor';
import { charactersOf } from './payload-length';
import type { MediaPart, MediaRef, Payload, StepInput } from './payloads';
import { redactionParts, timesRedaction } from './redaction-input';
import { stepCatalogue } from './step-kinds';
import type { StepError, Task, TaskStep } from './task';
import { textLimits } from './text-limits';

/** Separator between the texts of several parents, in the order of `depends_on`. */
export const TEXT_SEPARATOR = '\n\n';

/** References to a step's input; the texts of several parents are not joined yet. */
export interface InputParts {
  url?: string;
  source_headers?: NonNullable<StepInput['source_headers']>;
  texts?: Payload[];
  media?: MediaRef;
  mapping?: Payload;
  transcript?: Payload;
  depersonalized?: Payload;
  part?: MediaPart;
}

/** Find the input of a step, by the input type of its kind. Null when a purge has deleted it. */
export function inputParts(task: Task, step: TaskStep): InputParts | null {
  const facts = stepCatalogue[step.name];
  const byId = new Map(task.steps.map((one) => [one.id, one]));
  if (facts.input === 'url') return linkOf(task);
  if (facts.input === 'media') {
    const media = findNearestAncestor(
      byId,
      step,
      (parent) => stepCatalogue[parent.name].output === 'media',
    )?.media;
    if (!media) return null;
    return step.name === 'redact' ? redactionParts(byId, step, media) : { media };
  }
  const texts = textsOfParents(task, step, byId);
  if (!texts) return null;
  if (!facts.needsMapping) return { texts, ...transcriptOf(step, byId) };
  const mapping = findNearestAncestor(byId, step, (parent) => parent.mapping !== null)?.mapping;
  return mapping ? { texts, mapping } : null;
}

function linkOf({ account_id, input }: Task): InputParts | null {
  if (!input?.url) return null;
  const { url, source_headers: sealed } = input;
  return { url, ...(sealed === undefined ? {} : { source_headers: { account_id, sealed } }) };
}

/**
 * Check the input of a step against the limits; null when it is valid. Uses stored lengths only, so that a text beyond the
 * limit is neither read nor joined.
 */
export function findInputError(task: Task, step: TaskStep): StepError | null {
  const texts = inputParts(task, step)?.texts ?? [];
  const separators = Math.max(texts.length - 1, 0) * TEXT_SEPARATOR.length;
  const characters = texts.reduce((sum, text) => sum + charactersOf(text), separators);
  if (characters <= textLimits.joinedMax) return null;
  return {
    code: 'TEXT_TOO_LONG',
    message: `the text from the steps above has ${characters} characters, a step takes at most ${textLimits.joinedMax}`,
    retryable: stepErrors.TEXT_TOO_LONG.retryable,
  };
}

/** The transcript whose text a depersonalize step takes, so that it can be redacted in the same step. */
function transcriptOf(step: TaskStep, byId: ReadonlyMap<string, TaskStep>): Pick<InputParts, 'transcript'> {
  const [parent, ...others] = step.depends_on.map((id) => byId.get(id));
  if (step.name !== 'depersonalize' || parent?.name !== 'transcribe' || others.length > 0) return {};
  return parent.output ? { transcript: parent.output } : {};
}

function textsOfParents(task: Task, step: TaskStep, byId: ReadonlyMap<string, TaskStep>): Payload[] | null {
  if (step.depends_on.length === 0) {
    const text = task.input?.text ?? null;
    return text === null ? null : [{ inline: text }];
  }
  const texts = step.depends_on.map((parent) => byId.get(parent)?.text ?? null);
  return texts.every((text) => text !== null) ? texts : null;
}

/** The options of a step merged over the defaults from the task's input, as JSON text. */
export function runOptions(task: Task, step: TaskStep): string {
  const own = JSON.parse(step.options) as Record<string, unknown>;
  const forced = timesRedaction(task, step) ? { words: true } : {};
  return JSON.stringify({ ...taskOptions(task, step), ...own, ...forced });
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
    case 'fetch':
    case 'transcode':
    case 'restore':
    case 'redact':
      return {};
  }
}
