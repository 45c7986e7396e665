/** Ids, codes, counts and names of the operator; never a text, a link or a key. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanOptions {
  /** Default `internal`. */
  kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  attributes?: SpanAttributes;
  /** `traceparent` of the parent; default: the span in progress. Without either only a `server` span begins a trace. */
  parent?: string | undefined;
  /** `traceparent` of related spans. */
  links?: readonly string[];
}

/** An operation of a trace. All methods do nothing when it is not recorded. */
export interface Span {
  /** Its W3C trace context, to be passed on; undefined when it is in no trace. */
  readonly traceparent: string | undefined;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Marks it as failed; `code` is an error code or the class of an error, never a message. */
  fail(code: string): void;
  end(): void;
}

/** The span where nothing is traced. */
export const noSpan: Span = {
  traceparent: undefined,
  rename: () => undefined,
  set: () => undefined,
  fail: () => undefined,
  end: () => undefined,
};

/** Makes spans; what is behind it is loaded only when traces are exported. */
export interface TraceBackend {
  begin(name: string, options: SpanOptions): Span;
  /** Exports what is recorded and stops. */
  close(): Promise<void>;
}
