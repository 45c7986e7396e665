import type { StepName, TaskListRequest, TaskStatus } from '@medley/client/browser';

/** The filters as the address bar has them; an empty text is no filter. */
export interface TaskFilter {
  q: string;
  status: TaskStatus | '';
  step: StepName | '';
  /** Days of the person: `2026-11-23`. */
  from: string;
  to: string;
  /** `key=value` */
  metadata: string;
}

export const statuses: readonly TaskStatus[] = ['pending', 'completed', 'failed'];
export const stepNames: readonly StepName[] = [
  'fetch',
  'transcode',
  'transcribe',
  'llm',
  'depersonalize',
  'restore',
  'redact',
];
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What the address has of the filters; anything else in it is no filter. */
export function readFilter(parameters: URLSearchParams): TaskFilter {
  const text = (name: string): string => parameters.get(name) ?? '';
  const day = (name: string): string => (DAY.test(text(name)) ? text(name) : '');
  return {
    q: text('q'),
    status: statuses.find((status) => status === text('status')) ?? '',
    step: stepNames.find((step) => step === text('step')) ?? '',
    from: day('from'),
    to: day('to'),
    metadata: text('metadata'),
  };
}

export function writeFilter(filter: TaskFilter): URLSearchParams {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));
}

export function isEmpty(filter: TaskFilter): boolean {
  return Object.values(filter).every((value) => value === '');
}

/** The request of a page; `metadata` counts once it has a key and a value. */
export function toRequest({ q, status, step, from, to, metadata }: TaskFilter): TaskListRequest {
  const [, key, value] = /^([^=]+)=(.+)$/.exec(metadata) ?? [];
  return {
    ...(q !== '' && { q }),
    ...(status !== '' && { status }),
    ...(step !== '' && { step }),
    ...(from !== '' && { created_after: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to !== '' && { created_before: new Date(`${to}T23:59:59.999`).toISOString() }),
    ...(key !== undefined && value !== undefined && { metadata: { [key.trim()]: value.trim() } }),
  };
}
