import { findNearestAncestor } from './find-nearest-ancestor';
import { bytesOf, charactersOf } from './payload-length';
import { paymentLimits } from './payment-limits';
import type { Payload, StepUsage } from './payloads';
import { priceOfStep, type PriceList } from './pricing';
import { stepCatalogue } from './step-kinds';
import type { TranscodeOptions } from './step-options';
import type { Task, TaskStep } from './task';
import { countCodePoints } from './text-rules';
import { inputParts, TEXT_SEPARATOR } from './step-input';

/**
 * Units the whole task may cost: completed steps by their usage, the others by the expected length of their input. `known` is
 * the usage of steps that a worker has done already, by step id.
 */
export function planCost(
  task: Task,
  { prices }: { prices: PriceList },
  known?: ReadonlyMap<string, StepUsage>,
): number {
  return task.steps.reduce((sum, step) => {
    const usage =
      step.status === 'completed' ? step.usage : (known?.get(step.id) ?? expectedUsage(task, step));
    return sum + (usage ? priceOfStep(prices[step.name], usage) : 0);
  }, 0);
}

/** Units to charge for the completed steps; never more than the reservation. */
export function chargeOf(task: Task, { prices }: { prices: PriceList }): number {
  const used = task.steps.reduce(
    (sum, step) => sum + (step.usage ? priceOfStep(prices[step.name], step.usage) : 0),
    0,
  );
  return Math.min(used, task.cost.reserved);
}

/** The maximum seconds of media that a worker may process for this step; undefined for steps without media input. */
export function mediaSecondsMax(task: Task, step: TaskStep): number | undefined {
  const seconds = expectedUsage(task, step).media_seconds;
  if (seconds === undefined) return undefined;
  return seconds * (1 + paymentLimits.tolerancePercent / 100) + paymentLimits.toleranceSeconds;
}

function expectedUsage(task: Task, step: TaskStep): StepUsage {
  switch (stepCatalogue[step.name].input) {
    case 'media':
      return { media_seconds: outputSeconds(task, step) };
    case 'text':
      return { characters: inputCharacters(task, step) };
    case 'url':
      return {};
  }
}

/** Seconds of media a step gives: those of its input, without what a transcode cuts off. */
function outputSeconds(task: Task, step: TaskStep): number {
  const input = inputSeconds(task, step);
  if (step.name !== 'transcode') return input ?? paymentLimits.unknownMediaSeconds;
  const { start = 0, end = null } = JSON.parse(step.options) as TranscodeOptions;
  if (input === null) return end === null ? paymentLimits.unknownMediaSeconds : end - start;
  return Math.max(0, Math.min(end ?? input, input) - start);
}

function inputSeconds(task: Task, step: TaskStep): number | null {
  const byId = new Map(task.steps.map((one) => [one.id, one]));
  const source = findNearestAncestor(byId, step, (one) => stepCatalogue[one.name].output === 'media');
  if (source?.media) return source.media.duration;
  const isMade = source && stepCatalogue[source.name].input === 'media';
  return isMade ? outputSeconds(task, source) : null;
}

/** Code points of a step's input. While the text does not exist, the length of the task's text counts, as at creation. */
function inputCharacters(task: Task, step: TaskStep): number {
  const { texts, mapping } = inputParts(task, step) ?? {};
  if (!texts) return countCodePoints(task.input?.text ?? '');
  const separators = TEXT_SEPARATOR.length * Math.max(texts.length - 1, 0);
  // A restore is priced by the longer text, its output; the originals add no more than the size of the mapping.
  const growth = mapping ? bytesOf(mapping) : 0;
  return texts.reduce((sum, text) => sum + maxCharacters(text), separators + growth);
}

/** Where only the bytes are known, they are an upper bound of the code points. */
function maxCharacters(text: Payload): number {
  return 'blob' in text && text.characters === undefined ? text.size : charactersOf(text);
}
