import type {
  EngineInfo,
  ValidationIssue,
  ResolvedStep,
  StepKind,
  TranscribeOptions,
  WorkerAnnouncement,
} from '@medley/contracts';
import { AppError } from '@medley/kit';
import { findLanguageIssue } from './find-language-issue';
import { modelNames } from './model-names';
import type { WorkerRegistry } from './worker-registry';

/** What workers say about the steps of a graph. */
export interface WorkerCheck {
  /** Unknown engine (`provider`) and model names. */
  issues: ValidationIssue[];
  /** Steps that no ready worker or engine serves, in their order; `error` is UPSTREAM_ERROR with the reason. */
  unavailable: { stepId: string; error: AppError }[];
}

interface CheckOptions {
  assumed: readonly StepKind[];
  runs: (step: ResolvedStep) => boolean;
  /** Of the task; what a transcribe step without a language of its own is given. */
  languageIn: string;
}

/** Check for each step that `runs` that a ready worker exists and knows the names and the language in its options. */
export async function checkWorkers(
  registry: WorkerRegistry,
  steps: readonly ResolvedStep[],
  { assumed, runs, languageIn }: CheckOptions,
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
        : findOptionIssues(step, { field: `steps[${index}].options`, workers: ready, languageIn });
    if (found instanceof AppError) check.unavailable.push({ stepId: step.id, error: found });
    else check.issues.push(...found);
  }
  return check;
}

function noReadyWorker(kind: StepKind, workers: readonly WorkerAnnouncement[]): AppError {
  return new AppError('UPSTREAM_ERROR', `The step ${kind} has no working engine: ${reasonOf(workers)}.`);
}

/** Why none of these workers is ready. */
export function reasonOf(workers: readonly WorkerAnnouncement[]): string {
  return workers.find((worker) => worker.reason !== null)?.reason ?? 'no worker for it is running';
}

interface OptionCheck {
  /** Path of the options. */
  field: string;
  workers: readonly WorkerAnnouncement[];
  languageIn: string;
}

/** An UPSTREAM_ERROR when none of the matching engines is ready. */
function findOptionIssues(
  step: ResolvedStep,
  { field, workers, languageIn }: OptionCheck,
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
  const ready = selected.filter((engine) => engine.ready);
  if (ready.length === 0) return engineNotReady(step.name, selected);
  if (step.name !== 'transcribe') return [];
  const { language } = step.options as TranscribeOptions;
  const requested =
    language === undefined
      ? { field: 'language_in', language: languageIn }
      : { field: `${field}.language`, language };
  const issue = findLanguageIssue(requested, ready, model ?? null);
  return issue ? [issue] : [];
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

function unknownName(field: string, known: readonly string[]): ValidationIssue {
  return { field, message: `must be one of: ${[...new Set(known)].join(', ')}` };
}

function engineNotReady(kind: StepKind, engines: readonly EngineInfo[]): AppError {
  const { name, reason } = engines.find((engine) => engine.reason !== null) ?? { name: kind, reason: null };
  return new AppError('UPSTREAM_ERROR', `The engine ${name} does not work: ${reason ?? 'not ready'}.`);
}
