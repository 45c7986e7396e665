import { AsyncLocalStorage } from 'node:async_hooks';
import { traceIdOf } from '@medley/contracts';
import { noSpan, type Span, type SpanAttributes, type SpanOptions, type TraceBackend } from './span';

/** The trace context of the code that runs. */
interface Active {
  traceparent: string;
  span: Span;
  /** False when the span has ended: what goes on in its context, such as a poll, is no part of it. */
  isOpen: boolean;
}

/** Used only while traces are exported: async hooks cost time in every promise. */
const storage = new AsyncLocalStorage<Active | undefined>();
let backend: TraceBackend | null = null;

/** Replace what makes spans; null: nothing is traced. */
export function useBackend(next: TraceBackend | null): void {
  backend = next;
}

export function isTracing(): boolean {
  return backend !== null;
}

/** `traceparent` of the span in progress; undefined when there is none. */
export function currentTraceparent(): string | undefined {
  return active()?.traceparent;
}

function active(): Active | undefined {
  const current = backend && storage.getStore();
  return current?.isOpen ? current : undefined;
}

/** Begin a span that the caller ends; it is not the span in progress of what the caller calls. */
export function startSpan(name: string, options: SpanOptions = {}): Span {
  if (!backend) return noSpan;
  const parent = options.parent ?? active()?.traceparent;
  if (options.kind !== 'server' && (parent === undefined || !isSampled(parent))) return noSpan;
  return backend.begin(name, { ...options, parent });
}

/** Run `work` in a new span, which ends when `work` has settled; an exception marks it as failed. */
export function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => T): T {
  if (!backend) return work(noSpan);
  const span = startSpan(name, options);
  // Of an unsampled trace the context goes on.
  const traceparent = span.traceparent ?? options.parent;
  return traceparent === undefined ? work(span) : runActive({ traceparent, span, isOpen: true }, work);
}

/** Run `work` with a span in progress that the caller ends. */
export function withSpan<T>(span: Span, work: () => T): T {
  const { traceparent } = span;
  return traceparent === undefined ? work() : storage.run({ traceparent, span, isOpen: true }, work);
}

/** Run `work` in the trace of a task: within the span in progress if it belongs to it, else below the stored context. */
export function withinTrace<T>(traceparent: string | undefined, work: () => T): T {
  if (!backend) return work();
  const current = active();
  const isSame =
    traceparent !== undefined && current && traceIdOf(current.traceparent) === traceIdOf(traceparent);
  if (isSame) return work();
  return storage.run(
    traceparent === undefined ? undefined : { traceparent, span: noSpan, isOpen: true },
    work,
  );
}

/** Run `work`, which serves many tasks, in no trace. */
export function outsideTraces<T>(work: () => T): T {
  return withinTrace(undefined, work);
}

/** Add attributes to the span in progress. */
export function annotateSpan(attributes: SpanAttributes): void {
  active()?.span.set(attributes);
}

function runActive<T>(current: Active, work: (span: Span) => T): T {
  const { span } = current;
  const end = (): void => {
    current.isOpen = false;
    span.end();
  };
  const fail = (error: unknown): never => {
    span.fail(codeOf(error));
    end();
    throw error;
  };
  let result: T;
  try {
    result = storage.run(current, () => work(span));
  } catch (error) {
    return fail(error);
  }
  if (result instanceof Promise) {
    return result.then((value: unknown) => {
      end();
      return value;
    }, fail) as T;
  }
  end();
  return result;
}

/** The code of an AppError or system error, else the class; messages may contain texts of users. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** The flag `sampled` of a `traceparent`. */
function isSampled(traceparent: string): boolean {
  return (parseInt(traceparent.slice(-2), 16) & 1) === 1;
}
