import type {
  FieldError,
  Pipeline,
  StepName,
  StepRequest,
  TaskRequest,
  Upload,
} from '@medley/client/browser';

export type SourceKind = 'text' | 'link' | 'file';

export interface DraftStep {
  id: string;
  name: StepName;
  depends_on: string[];
  options: Record<string, unknown>;
}

/** What a person has put together so far. */
export interface Draft {
  source: SourceKind;
  text: string;
  link: string;
  upload: Upload | null;
  /** Of the recording: ISO 639-1 or `auto`; null: the service decides. */
  language: string | null;
  /** Of the chosen recipe or pipeline; null: steps of one's own. */
  template: string | null;
  steps: DraftStep[];
  /** Ids of the steps that are given out; null: all. */
  outputs: string[] | null;
}

/** As many as a task may have. */
export const STEPS_MAX = 20;

/** Steps for a text that the service has no template for; the name is that of their message. */
export const textRecipes = {
  hide: [stepOf('depersonalize', [])],
  hideReversibly: [stepOf('depersonalize', [], { mode: 'reversible' })],
  replace: [stepOf('depersonalize', [], { mode: 'randomize' })],
  askWithoutNames: [
    stepOf('depersonalize', [], { mode: 'reversible' }),
    stepOf('llm', ['depersonalize'], { template: 'summary' }),
    stepOf('restore', ['llm']),
  ],
} as const satisfies Record<string, readonly DraftStep[]>;

export type TextRecipe = keyof typeof textRecipes;

export function isTextRecipe(template: string): template is TextRecipe {
  return Object.hasOwn(textRecipes, template);
}

function stepOf(name: StepName, depends_on: string[], options: Record<string, unknown> = {}): DraftStep {
  return { id: name, name, depends_on, options };
}

export function stepsOfPipeline({ steps }: Pipeline): DraftStep[] {
  return steps.map(({ id, name, depends_on, options }) => ({ id, name, depends_on, options }));
}

/** Whether these steps begin with a link. */
export function needsMedia(steps: readonly { name: StepName }[]): boolean {
  return steps.some(({ name }) => name === 'fetch');
}

/** The draft with one more step, which takes the result of the last one. */
export function withStep(draft: Draft, name: StepName): Draft {
  const taken = new Set(draft.steps.map(({ id }) => id));
  let id: string = name;
  for (let number = 2; taken.has(id); number += 1) id = `${name}${number}`;
  const last = draft.steps.at(-1);
  return changed(draft, [...draft.steps, { id, name, depends_on: last ? [last.id] : [], options: {} }]);
}

/** The draft without a step; what followed it takes what it took. */
export function withoutStep(draft: Draft, id: string): Draft {
  const above = draft.steps.find((step) => step.id === id)?.depends_on ?? [];
  const rest = draft.steps.filter((step) => step.id !== id);
  return changed(
    draft,
    rest.map((step) =>
      step.depends_on.includes(id)
        ? {
            ...step,
            depends_on: [...new Set(step.depends_on.flatMap((one) => (one === id ? above : [one])))],
          }
        : step,
    ),
  );
}

export function withStepChange(draft: Draft, id: string, change: Partial<DraftStep>): Draft {
  return changed(
    draft,
    draft.steps.map((step) => (step.id === id ? { ...step, ...change } : step)),
  );
}

/** Steps that a person changed are no longer those of a template. */
function changed(draft: Draft, steps: DraftStep[]): Draft {
  const ids = new Set(steps.map(({ id }) => id));
  const outputs = draft.outputs?.filter((id) => ids.has(id)) ?? null;
  return { ...draft, template: null, steps, outputs: outputs?.length === 0 ? null : outputs };
}

/** What the task is asked for; null while its source is missing. */
export function requestOf(draft: Draft): TaskRequest | null {
  const source = sourceOf(draft);
  if (!source || draft.steps.length === 0) return null;
  const { language, outputs } = draft;
  const isSpeech = 'url' in source && draft.steps.some(({ name }) => name === 'transcribe');
  return {
    ...source,
    ...(isSpeech && language !== null && { language_in: language }),
    steps: stepRequests(draft.steps),
    ...(outputs && { outputs }),
  };
}

function sourceOf({ source, text, link, upload }: Draft): Pick<TaskRequest, 'input' | 'url'> | null {
  if (source === 'text') return text.trim() === '' ? null : { input: text };
  if (source === 'link') return link.trim() === '' ? null : { url: link.trim() };
  return upload && { url: upload.url };
}

/** Without what the service assumes by itself. */
export function stepRequests(steps: readonly DraftStep[]): StepRequest[] {
  return steps.map(({ id, name, depends_on, options }, index) => {
    const before = steps[index - 1];
    const usual = before ? [before.id] : [];
    const isUsual = depends_on.join('\n') === usual.join('\n');
    return {
      name,
      ...(id !== name && { id }),
      ...(!isUsual && { depends_on }),
      ...(Object.keys(options).length > 0 && { options: withoutEmptyLines(options) }),
    } as StepRequest;
  });
}

/** A line that is still empty is no value yet. */
function withoutEmptyLines(options: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(options).map(
    ([name, value]) => [name, Array.isArray(value) ? value.filter((one) => one !== '') : value] as const,
  );
  return Object.fromEntries(entries);
}

/** What a refusal says of fields that have no place of their own on the page. */
export function otherErrors(errors: readonly FieldError[]): FieldError[] {
  return errors.filter(({ field }) => !/^(?:input|url|language_in|steps\[)/.test(field));
}

/** The messages of a refusal by the field that they name: `input`, `url` or `steps[0].options.mode`; others are left out. */
export function messageAt(errors: readonly FieldError[], field: string): string | null {
  const found = errors.find((one) => one.field === field || one.field.startsWith(`${field}[`));
  return found?.message ?? null;
}
