import { findNearestAncestor } from './find-nearest-ancestor';
import { stepCatalogue, type StepKind } from './step-kinds';

interface GraphStep {
  id: string;
  name: StepKind;
  depends_on: readonly string[];
}

/** Where a redact step takes from what to make inaudible, and when. */
export interface RedactSources<S> {
  /** The nearest one. */
  depersonalize: S;
  /** The one whose text was depersonalized; it gives the times. */
  transcribe: S;
  /** Transcode steps between the transcribed sound and the one to redact, the first one first: they may cut it. */
  transcodes: S[];
}

/**
 * Find the sources of a redact step, or say why it has none. Entities lie in the text of the step directly below the
 * transcript, and times in the sound that was transcribed: everything else would leave something audible.
 */
export function findRedactSources<S extends GraphStep>(
  graph: ReadonlyMap<string, S>,
  step: S,
): RedactSources<S> | string {
  const depersonalize = findNearestAncestor(graph, step, ({ name }) => name === 'depersonalize');
  if (!depersonalize) return 'redact needs a depersonalize step above it';
  const [parent = '', ...others] = depersonalize.depends_on;
  const transcribe = graph.get(parent);
  if (transcribe?.name !== 'transcribe' || others.length > 0) {
    return `redact needs the times of what was found: ${depersonalize.id} must depend on one transcribe step alone`;
  }
  const transcodes = stepsFromSound(graph, { from: transcribe, to: step });
  if (transcodes) return { depersonalize, transcribe, transcodes };
  return `redact needs the sound that ${transcribe.id} transcribes, or a transcode of it`;
}

/** The transcode steps from the media of one step to that of another; null when the second is not made of the first. */
function stepsFromSound<S extends GraphStep>(
  graph: ReadonlyMap<string, S>,
  { from, to }: { from: S; to: S },
): S[] | null {
  const mediaOf = (step: S): S | null =>
    findNearestAncestor(graph, step, ({ name }) => stepCatalogue[name].output === 'media');
  const transcribed = mediaOf(from);
  const found: S[] = [];
  for (let media = mediaOf(to); media; media = mediaOf(media)) {
    if (media.id === transcribed?.id) return found;
    if (media.name === 'transcode') found.unshift(media);
  }
  return null;
}
