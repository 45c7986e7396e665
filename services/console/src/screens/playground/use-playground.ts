import type { Pipeline, StepDescription, StepName } from '@medley/client/browser';
import { useCallback, useMemo, useState } from 'react';
import { useLocale } from '../../i18n/locale';
import {
  isTextRecipe,
  needsMedia,
  stepsOfPipeline,
  textRecipes,
  withoutStep,
  withStep,
  withStepChange,
  type Draft,
  type DraftStep,
} from './draft';
import { exampleLetters } from './examples';
import { speechLanguages, usualLanguage } from './speech-languages';

/** Taken first for media, when the service has it. */
const MEDIA_TEMPLATE = 'transcript';

export interface Playground {
  draft: Draft;
  /** Raised when the steps are replaced as a whole. */
  generation: number;
  set(part: Partial<Draft>): void;
  chooseTemplate(template: string | null): void;
  addStep(name: StepName): void;
  changeStep(id: string, change: Partial<DraftStep>): void;
  removeStep(id: string): void;
}

/** The draft, and what a person may do with it; it begins with an example that runs as it is. */
export function usePlayground(pipelines: readonly Pipeline[], kinds: readonly StepDescription[]): Playground {
  const { locale } = useLocale();
  const [{ draft, generation }, setState] = useState<{ draft: Draft; generation: number }>(() => ({
    draft: {
      source: 'text',
      text: exampleLetters[locale],
      link: '',
      upload: null,
      language: usualLanguage(speechLanguages(kinds), locale),
      template: 'hide',
      steps: [...textRecipes.hide],
      outputs: null,
    },
    generation: 0,
  }));
  const change = useCallback((edit: (before: Draft) => Draft, isNew = false) => {
    setState((before) => ({
      draft: edit(before.draft),
      generation: before.generation + (isNew ? 1 : 0),
    }));
  }, []);
  return useMemo(
    () => ({
      draft,
      generation,
      set: (part) => change((before) => fitting({ ...before, ...part }, before, pipelines)),
      chooseTemplate: (template) => change((before) => withTemplate(before, template, pipelines), true),
      addStep: (name) => change((before) => withStep(before, name)),
      changeStep: (id, part) => change((before) => withStepChange(before, id, part)),
      removeStep: (id) => change((before) => withoutStep(before, id)),
    }),
    [draft, generation, change, pipelines],
  );
}

/** Steps that cannot work on another kind of source give way to its usual ones. */
function fitting(after: Draft, before: Draft, pipelines: readonly Pipeline[]): Draft {
  const isMedia = after.source !== 'text';
  const wasMedia = before.source !== 'text';
  if (isMedia === wasMedia || (after.steps.length > 0 && needsMedia(after.steps) === isMedia)) return after;
  const first = pipelines.find(({ name, is_default }) => is_default && name === MEDIA_TEMPLATE);
  return withTemplate(after, isMedia ? (first?.id ?? null) : 'hide', pipelines);
}

function withTemplate(draft: Draft, template: string | null, pipelines: readonly Pipeline[]): Draft {
  if (template === null) return { ...draft, template };
  if (isTextRecipe(template)) return { ...draft, template, steps: [...textRecipes[template]], outputs: null };
  const pipeline = pipelines.find(({ id }) => id === template);
  if (!pipeline) return { ...draft, template: null };
  return { ...draft, template, steps: stepsOfPipeline(pipeline), outputs: pipeline.outputs };
}
