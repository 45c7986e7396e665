import { joinedPrefix, readPayload, storeText } from '@medley/blobs';
import {
  joinsUnits,
  type Payload,
  type StepInput,
  type Task,
  type TaskStep,
  inputParts,
  stepRun,
  TEXT_SEPARATOR,
  type InputParts,
} from '@medley/contracts';
import { followingSteps } from '@medley/state-machine';
import type { OrchestratorContext, OrchestratorDependencies } from './orchestrator-context';

/**
 * Publish a step to the queue of its kind. False when a purge has deleted its input. After a publish of unknown outcome the
 * task timer requeues the step if no worker claims it.
 */
export async function dispatchStep(
  dependencies: Pick<OrchestratorContext, 'broker' | 'blobs' | 'stores' | 'rules' | 'turns'>,
  task: Task,
  step: TaskStep,
): Promise<boolean> {
  const parts = inputParts(task, step);
  if (!parts) return false;
  const ids = { taskId: task.id, stepId: step.id, attempt: step.attempt };
  const message = stepRun(task, step, {
    input: await resolveInput(dependencies, parts, ids),
    sentAt: dependencies.stores.now(),
    following: followingSteps(task, step, dependencies.rules),
  });
  // Long and paid steps travel alone: a crash then costs one of them, and idle workers find them one by one.
  const mayShare = joinsUnits(step.name) && dependencies.turns.sharesMessages(step.name);
  await dependencies.broker.publish('step.run', message, { mayShare });
  return true;
}

interface AttemptIds {
  taskId: string;
  stepId: string;
  attempt: number;
}

async function resolveInput(
  { blobs }: Pick<OrchestratorDependencies, 'blobs'>,
  parts: InputParts,
  ids: AttemptIds,
): Promise<StepInput> {
  const { texts, ...rest } = parts;
  return texts ? { ...rest, text: await joinTexts(blobs, texts, ids) } : rest;
}

/**
 * A single text in the blob store is passed by reference; a large joined text is stored there for the worker. Its length was
 * checked when the step was queued.
 */
async function joinTexts(
  blobs: OrchestratorDependencies['blobs'],
  texts: Payload[],
  ids: AttemptIds,
): Promise<Payload> {
  const [only] = texts;
  if (only && texts.length === 1 && 'blob' in only) return only;
  const joined = await Promise.all(texts.map((text) => readPayload(blobs, text)));
  return storeText(
    blobs,
    `${joinedPrefix(ids.taskId)}${ids.stepId}/${ids.attempt}`,
    joined.join(TEXT_SEPARATOR),
  );
}
