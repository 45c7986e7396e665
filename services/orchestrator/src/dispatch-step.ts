import { joinedPrefix, readPayload, storeText } from '@medley/blobs';
import type { Payload, StepInput, StepRun, Task, TaskStep } from '@medley/contracts';
import { mediaSecondsMax } from './domain/plan-cost';
import { inputParts, runOptions, TEXT_JOINT, type InputParts } from './domain/step-input';
import type { Ports } from './ports';

/**
 * Send a step to the queue of its kind. Returns false when its input is gone. A publish of unknown outcome is left to
 * the clock, which sends again what nobody took.
 */
export async function dispatchStep(ports: Ports, task: Task, step: TaskStep): Promise<boolean> {
  const parts = inputParts(task, step);
  if (!parts) return false;
  const secondsMax = mediaSecondsMax(task, step);
  const message: StepRun = {
    task_id: task.id,
    step_id: step.id,
    kind: step.name,
    attempt: step.attempt,
    input: await gatherInput(ports, parts, { taskId: task.id, stepId: step.id, attempt: step.attempt }),
    options: runOptions(task, step),
    deadline_at: task.deadline_at.toISOString(),
    ...(secondsMax === undefined ? {} : { media_seconds_max: secondsMax }),
  };
  await ports.broker.publish('step.run', message);
  return true;
}

interface AttemptIds {
  taskId: string;
  stepId: string;
  attempt: number;
}

async function gatherInput({ blobs }: Ports, parts: InputParts, ids: AttemptIds): Promise<StepInput> {
  const { texts, ...rest } = parts;
  return texts ? { ...rest, text: await joinTexts(blobs, texts, ids) } : rest;
}

/**
 * One text that already lies in the blob store stays there; what is large is put there for the worker. How long it may be
 * was decided when the step was queued.
 */
async function joinTexts(blobs: Ports['blobs'], texts: Payload[], ids: AttemptIds): Promise<Payload> {
  const [only] = texts;
  if (only && texts.length === 1 && 'blob' in only) return only;
  const joined = await Promise.all(texts.map((text) => readPayload(blobs, text)));
  return storeText(blobs, `${joinedPrefix(ids.taskId)}${ids.stepId}/${ids.attempt}`, joined.join(TEXT_JOINT));
}
