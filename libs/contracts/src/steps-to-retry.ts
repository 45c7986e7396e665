import { findNearestAncestor } from './find-nearest-ancestor';
import { findRedactSources } from './redact-sources';
import { stepCatalogue } from './step-kinds';
import type { Task, TaskStep } from './task';

/**
 * Ids of the steps that a retry of an ended task runs: those that have no result, `from`, those whose result these need
 * although it is gone, and all below them. Results are deleted before the task when they are not given out, and the media of
 * a source when its task has completed. A source that runs only for its media is expected to give the same again, so that
 * other steps below it keep their results. Pure.
 */
export function stepsToRetry({ steps }: Pick<Task, 'steps'>, from: readonly string[]): Set<string> {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const failed = steps.filter(({ status }) => status !== 'completed').map(({ id }) => id);
  const runs = new Set([...from, ...failed]);
  const again = new Set<string>();
  // At most one round for each step: the order of steps is the client's, so a child may stand before its parent.
  for (let before = 0; before < runs.size;) {
    before = runs.size;
    for (const step of steps) {
      if (step.depends_on.some((id) => runs.has(id) && !again.has(id))) runs.add(step.id);
      if (!runs.has(step.id)) continue;
      for (const source of sourcesOf(step, byId).filter((one) => isDeleted(one) && !runs.has(one.id))) {
        runs.add(source.id);
        if (stepCatalogue[source.name].category === 'source') again.add(source.id);
      }
      for (const id of timesOf(step, byId, again)) runs.add(id);
    }
  }
  return runs;
}

/** The steps whose results a step takes as its input. */
function sourcesOf(step: TaskStep, byId: ReadonlyMap<string, TaskStep>): TaskStep[] {
  const { input, needsMapping } = stepCatalogue[step.name];
  if (input === 'url') return [];
  if (input === 'media') {
    const media = findNearestAncestor(byId, step, givesMedia);
    return [...(media ? [media] : []), ...redactSourcesOf(step, byId)];
  }
  const parents = step.depends_on.map((id) => byId.get(id)).filter((one) => one !== undefined);
  const mapped = needsMapping ? findNearestAncestor(byId, step, isReversible) : null;
  return mapped ? [...parents, mapped] : parents;
}

/** The transcribe step of a redact step, if its sound is fetched again: nothing may stay audible if it is not the same. */
function timesOf(step: TaskStep, byId: ReadonlyMap<string, TaskStep>, again: ReadonlySet<string>): string[] {
  const [transcribe] = redactSourcesOf(step, byId);
  if (!transcribe) return [];
  const source = findNearestAncestor(byId, transcribe, ({ id }) => again.has(id));
  return source ? [transcribe.id] : [];
}

function redactSourcesOf(step: TaskStep, byId: ReadonlyMap<string, TaskStep>): TaskStep[] {
  if (step.name !== 'redact') return [];
  const sources = findRedactSources(byId, step);
  return typeof sources === 'string' ? [] : [sources.transcribe, sources.depersonalize];
}

function givesMedia({ name }: TaskStep): boolean {
  return stepCatalogue[name].output === 'media';
}

function isReversible({ name, options }: TaskStep): boolean {
  return name === 'depersonalize' && (JSON.parse(options) as { mode?: unknown }).mode === 'reversible';
}

function isDeleted(step: TaskStep): boolean {
  return step.status === 'completed' && (givesMedia(step) ? step.media : step.text) === null;
}
