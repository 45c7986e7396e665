import type { TaskEvent } from '../types/events';
import type { StreamMessage } from './parse-event-stream';

const known: Readonly<Record<TaskEvent['event'], true>> = {
  'task.snapshot': true,
  'step.queued': true,
  'step.started': true,
  'step.progress': true,
  'step.delta': true,
  'step.completed': true,
  'step.failed': true,
  'step.retrying': true,
  'task.completed': true,
  'task.failed': true,
};

/** Null for event types of a newer service that this client does not know. */
export function toTaskEvent({ event, id, data }: StreamMessage): TaskEvent | null {
  if (id === null || !/^\d+$/.test(id) || !Object.hasOwn(known, event)) return null;
  try {
    return { event, type: event, id: Number(id), data: JSON.parse(data) as unknown } as TaskEvent;
  } catch {
    return null;
  }
}
