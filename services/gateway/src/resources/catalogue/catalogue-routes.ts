import {
  inputTypes,
  jsonSchemaOf,
  promptTemplateNames,
  promptTemplates,
  stepCatalogue,
  stepCategories,
  stepKinds,
  stepOptionsSchemas,
  toCredits,
  type InputType,
  type PriceList,
  type PromptTemplateDefinition,
  type StepKind,
} from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { Stores } from '@medley/store';
import { ExpiringCache } from '../../callers/expiring-cache';
import type { WorkerRegistry } from '../../workers/worker-registry';
import { reasonOf } from '../../workers/check-workers';
import type { Pauses } from '../../workers/pauses';
import { describeModels, type DescribedModel } from '../../workers/describe-models';
import { findLongInput } from '../../workers/find-long-input';
import { ok } from '../../http/response';
import type { Query } from '../../http/parse-query';
import type { Route } from '../../http/route';
import { catalogueDocs } from './catalogue-docs';

export interface CatalogueDependencies {
  workerRegistry: WorkerRegistry;
  prices: PriceList;
  assumedSteps: readonly StepKind[];
  stores: Pick<Stores, 'turns'>;
  pauses: Pick<Pauses, 'kinds'>;
}

/** How long a counted number of waiting steps is shown, and the greatest one that is counted. */
const WAITING_TTL_MS = 2_000;
const WAITING_MAX = 10_000;

/** Tasks are accepted and wait. */
const PAUSED = 'paused by the operator';

export function catalogueRoutes(deps: CatalogueDependencies): Route[] {
  const cache = new ExpiringCache<number>({ ttlMs: WAITING_TTL_MS, max: stepKinds.length });
  const countWaiting = (kind: StepKind): Promise<number> =>
    cache.get(kind, () => deps.stores.turns.countAwaitingTurn(kind, WAITING_MAX));
  return [
    {
      method: 'get',
      path: '/steps',
      docs: catalogueDocs.steps,
      handle: async ({ query }) => ok(await listSteps({ ...deps, countWaiting }, query)),
    },
    {
      method: 'get',
      path: '/templates',
      docs: catalogueDocs.templates,
      handle: () => Promise.resolve(ok({ items: listTemplates(deps.workerRegistry) })),
    },
  ];
}

interface StepListing extends CatalogueDependencies {
  countWaiting(kind: StepKind): Promise<number>;
}

async function listSteps(deps: StepListing, query: Query): Promise<Record<string, unknown>> {
  const category = readChoice(query['category'], stepCategories);
  if (category === undefined) {
    throw new AppError('INVALID_CATEGORY', `category must be one of: ${stepCategories.join(', ')}.`);
  }
  const inputType = readChoice(query['input_type'], inputTypes);
  if (inputType === undefined) {
    throw new AppError('INVALID_INPUT_TYPE', `input_type must be one of: ${inputTypes.join(', ')}.`);
  }
  const paused = await deps.pauses.kinds();
  const described = await Promise.all(
    stepKinds.map(async (kind) => {
      const step = await describeStep(deps, kind);
      return paused.has(kind) ? { ...step, available: false, reason: PAUSED } : step;
    }),
  );
  const steps = described
    .filter((step) => category === null || step.category === category)
    .filter((step) => inputType === null || step.input_types.includes(inputType));
  return { steps, categories: stepCategories, input_types: inputTypes };
}

function listTemplates(registry: WorkerRegistry): (PromptTemplateDefinition & { name: string })[] {
  const workers = registry.knownWorkers('llm');
  return promptTemplateNames.map((name) => ({
    name,
    ...promptTemplates[name],
    long: findLongInput(name, workers),
  }));
}

/** Null when the parameter is absent, undefined when its value is unknown. */
function readChoice<C extends string>(
  value: string | string[] | undefined,
  choices: readonly C[],
): C | null | undefined {
  return value === undefined ? null : choices.find((choice) => choice === value);
}

export interface DescribedStep {
  name: StepKind;
  category: string;
  description: string;
  /** Input that a task needs for this step; media are given as a URL. */
  input_types: InputType[];
  output_type: string;
  options_schema: unknown;
  available: boolean;
  /** Why not available. */
  reason: string | null;
  /** Instances of the service of this kind that can run it now. */
  workers: number;
  /** Tasks with a step of this kind that awaits the turn of its account, counted up to 10,000. */
  waiting: number;
  price: { fixed: number; per_minute: number; per_1000_characters: number };
  models: DescribedModel[];
}

async function describeStep(
  { workerRegistry: registry, prices, assumedSteps, countWaiting }: StepListing,
  kind: StepKind,
): Promise<DescribedStep> {
  const { category, description, input, output } = stepCatalogue[kind];
  const { fixed, per_minute, per_1000_characters } = prices[kind];
  const workers = registry.knownWorkers(kind);
  const ready = workers.filter((worker) => worker.ready);
  const available = assumedSteps.includes(kind) || ready.length > 0;
  return {
    name: kind,
    category,
    description,
    input_types: input === 'text' ? ['text'] : ['url'],
    output_type: output,
    options_schema: jsonSchemaOf(stepOptionsSchemas[kind]),
    available,
    reason: available ? null : reasonOf(workers),
    workers: ready.length,
    waiting: await countWaiting(kind),
    models: describeModels(workers),
    price: {
      fixed: toCredits(fixed),
      per_minute: toCredits(per_minute),
      per_1000_characters: toCredits(per_1000_characters),
    },
  };
}
