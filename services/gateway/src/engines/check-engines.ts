import type { EngineFacts, Fault, ResolvedStep, StepKind, WorkerAnnouncement } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { EngineRegister } from './engine-register';

/**
 * Whether there is somebody for each of these steps, and faults for engines and models that nobody knows.
 * @throws AppError UPSTREAM_ERROR naming a step that no working engine serves
 */
export async function checkEngines(
  register: EngineRegister,
  steps: readonly ResolvedStep[],
  assumed: readonly StepKind[],
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const [index, step] of steps.entries()) {
    const isAssumed = assumed.includes(step.name);
    const workers = isAssumed ? register.workersNow(step.name) : await register.workers(step.name);
    const ready = workers.filter((worker) => worker.ready);
    if (ready.length === 0 && !isAssumed) throw noEngine(step.name, workers);
    faults.push(...findNameFaults(step, `steps[${index}].options`, ready));
  }
  return faults;
}

function noEngine(kind: StepKind, workers: readonly WorkerAnnouncement[]): AppError {
  const reason = workers.find((worker) => worker.reason !== null)?.reason ?? 'no worker for it is running';
  return new AppError('UPSTREAM_ERROR', `The step ${kind} has no working engine: ${reason}.`);
}

function findNameFaults(step: ResolvedStep, field: string, workers: readonly WorkerAnnouncement[]): Fault[] {
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
  const working = named.filter((engine) => engine.ready);
  if (working.length === 0) throw engineNotReady(step.name, named);
  return model === undefined || knowsModel(working, model)
    ? []
    : [
        unknownName(
          `${field}.model`,
          working.flatMap(({ models }) => models),
        ),
      ];
}

/** An engine that lists no models takes any. */
function knowsModel(engines: readonly EngineFacts[], model: string): boolean {
  return engines.some(({ models }) => models.length === 0 || models.includes(model));
}

function unknownName(field: string, known: readonly string[]): Fault {
  return { field, message: `must be one of: ${[...new Set(known)].join(', ')}` };
}

function engineNotReady(kind: StepKind, engines: readonly EngineFacts[]): AppError {
  const { name, reason } = engines.find((engine) => engine.reason !== null) ?? { name: kind, reason: null };
  return new AppError('UPSTREAM_ERROR', `The engine ${name} does not work: ${reason ?? 'not ready'}.`);
}
