import type {
  EngineInfo,
  ValidationIssue,
  ResolvedStep,
  StepKind,
  WorkerAnnouncement,
} from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { WorkerRegistry } from './worker-registry';

/** What workers say about the steps of a graph. */
export interface WorkerCheck {
  /** Unknown engine (`provider`) and model names. */
  issues: ValidationIssue[];
  /** Steps that no ready worker or engine serves, in their order; `error` is UPSTREAM_ERROR with the reason. */
  unavailable: { stepId: string; error: AppError }[];
}

/** Check for each step that `runs` that a ready worker exists and knows the names in its options. */
export async function checkWorkers(
  registry: WorkerRegistry,
  steps: readonly ResolvedStep[],
  { assumed, runs }: { assumed: readonly StepKind[]; runs: (step: ResolvedStep) => boolean },
): Promise<WorkerCheck> {
  const check: WorkerCheck = { issues: [], unavailable: [] };
  for (const [index, step] of steps.entries()) {
    if (!runs(step)) continue;
    const isAssumed = assumed.includes(step.name);
    const workers = isAssumed ? registry.knownWorkers(step.name) : await registry.workers(step.name);
    const ready = workers.filter((worker) => worker.ready);
    const found =
      ready.length === 0 && !isAssumed
        ? noReadyWorker(step.name, workers)
        : findNameIssues(step, `steps[${index}].options`, ready);
    if (found instanceof AppError) check.unavailable.push({ stepId: step.id, error: found });
    else check.issues.push(...found);
  }
  return check;
}

function noReadyWorker(kind: StepKind, workers: readonly WorkerAnnouncement[]): AppError {
  const reason = workers.find((worker) => worker.reason !== null)?.reason ?? 'no worker for it is running';
  return new AppError('UPSTREAM_ERROR', `The step ${kind} has no working engine: ${reason}.`);
}

/** An UPSTREAM_ERROR when none of the matching engines is ready. */
function findNameIssues(
  step: ResolvedStep,
  field: string,
  workers: readonly WorkerAnnouncement[],
): ValidationIssue[] | AppError {
  const { provider, model } = step.options as { provider?: string; model?: string };
  const engines = workers.flatMap((worker) => worker.engines);
  if (engines.length === 0) return [];
  const named = provider === undefined ? engines : engines.filter(({ name }) => name === provider);
  if (named.length === 0)
    return [
      unknownName(
        `${field}.provider`,
        engines.map(({ name }) => name),
      ),
    ];
  const selected =
    model === undefined ? selectDefaults(named, workers) : named.filter((one) => offersModel(one, model));
  if (selected.length === 0) return [unknownName(`${field}.model`, named.flatMap(modelNames))];
  if (!selected.some(({ ready }) => ready)) return engineNotReady(step.name, selected);
  return [];
}

/** A step without a model runs on the default engine of its worker, so that engine must be ready. */
function selectDefaults(
  named: readonly EngineInfo[],
  workers: readonly WorkerAnnouncement[],
): readonly EngineInfo[] {
  const defaults = workers.flatMap(({ engines, default_engine }) =>
    engines.filter((engine) => engine.name === default_engine && named.includes(engine)),
  );
  return defaults.length === 0 ? named : defaults;
}

/** An engine that lists no models accepts every model name. */
function offersModel({ models }: EngineInfo, model: string): boolean {
  return models.length === 0 || models.includes(model);
}

/** The models of an engine without aliases of the form `engine` and `engine/model`. */
function modelNames({ name, models }: EngineInfo): string[] {
  const aliases = new Set([name, ...models.map((model) => `${name}/${model}`)]);
  const plain = models.filter((model) => !aliases.has(model));
  return plain.length === 0 ? models : plain;
}

function unknownName(field: string, known: readonly string[]): ValidationIssue {
  return { field, message: `must be one of: ${[...new Set(known)].join(', ')}` };
}

function engineNotReady(kind: StepKind, engines: readonly EngineInfo[]): AppError {
  const { name, reason } = engines.find((engine) => engine.reason !== null) ?? { name: kind, reason: null };
  return new AppError('UPSTREAM_ERROR', `The engine ${name} does not work: ${reason ?? 'not ready'}.`);
}
