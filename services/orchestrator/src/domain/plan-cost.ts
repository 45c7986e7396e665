import {
  bytesOf,
  charactersOf,
  countCodePoints,
  nearest,
  paymentLimits,
  priceOfStep,
  stepCatalogue,
  type Payload,
  type StepUsage,
  type Task,
  type TaskStep,
  type TranscodeOptions,
} from '@medley/contracts';
import type { Rules } from './rules';
import { inputParts, TEXT_JOINT } from './step-input';

/** Units the whole task may cost by what is known now: finished steps at their price, the others by the length of their input. */
export function planCost(task: Task, { prices }: Rules): number {
  return task.steps.reduce((sum, step) => {
    const usage = step.status === 'completed' ? step.usage : expectedUsage(task, step);
    return sum + (usage ? priceOfStep(prices[step.name], usage) : 0);
  }, 0);
}

/** Units for the steps that finished; never more than was set aside. */
export function chargeOf(task: Task, { prices }: Rules): number {
  const used = task.steps.reduce(
    (sum, step) => sum + (step.usage ? priceOfStep(prices[step.name], step.usage) : 0),
    0,
  );
  return Math.min(used, task.cost.reserved);
}

/** The most seconds of media the worker of this step may work on; undefined for steps that take no media. */
export function mediaSecondsMax(task: Task, step: TaskStep): number | undefined {
  const seconds = expectedUsage(task, step).media_seconds;
  if (seconds === undefined) return undefined;
  return seconds * (1 + paymentLimits.tolerancePercent / 100) + paymentLimits.toleranceSeconds;
}

function expectedUsage(task: Task, step: TaskStep): StepUsage {
  switch (stepCatalogue[step.name].input) {
    case 'media':
      return { media_seconds: secondsAfter(task, step) };
    case 'text':
      return { characters: charactersInto(task, step) };
    case 'url':
      return {};
  }
}

/** Seconds that come out of a media step: as many as go in, but for what a transcode leaves out. */
function secondsAfter(task: Task, step: TaskStep): number {
  const into = secondsInto(task, step);
  if (step.name !== 'transcode') return into ?? paymentLimits.unknownMediaSeconds;
  const { start = 0, end = null } = JSON.parse(step.options) as TranscodeOptions;
  if (into === null) return end === null ? paymentLimits.unknownMediaSeconds : end - start;
  return Math.max(0, Math.min(end ?? into, into) - start);
}

function secondsInto(task: Task, step: TaskStep): number | null {
  const byId = new Map(task.steps.map((one) => [one.id, one]));
  const above = nearest(byId, step, (one) => stepCatalogue[one.name].output === 'media');
  if (above?.media) return above.media.duration;
  return above?.name === 'transcode' ? secondsAfter(task, above) : null;
}

/** Of text that does not exist yet the length of the task's own text, as at creation. */
function charactersInto(task: Task, step: TaskStep): number {
  const { texts, mapping } = inputParts(task, step) ?? {};
  if (!texts) return countCodePoints(task.input?.text ?? '');
  const joints = TEXT_JOINT.length * Math.max(texts.length - 1, 0);
  // Of a restore the longer text counts, and with each original once it grows by no more than the mapping.
  const growth = mapping ? bytesOf(mapping) : 0;
  return texts.reduce((sum, text) => sum + charactersAtMost(text), joints + growth);
}

/** Where only the bytes are known, they are at least as many. */
function charactersAtMost(text: Payload): number {
  return 'blob' in text && text.characters === undefined ? text.size : charactersOf(text);
}
