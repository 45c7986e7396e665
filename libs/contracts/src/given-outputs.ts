import type { Task } from './task';

/**
 * Whether the output of a step leaves the service: in answers, streams, webhooks and files. Outputs that do not serve only
 * as input of the steps below.
 */
export function isGivenOut(task: Pick<Task, 'outputs'>, stepId: string): boolean {
  return task.outputs?.includes(stepId) ?? true;
}
