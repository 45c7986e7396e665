/** Version, trace id, parent id, flags; a later version may append fields. */
const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const HEADER_MAX = 512;

/**
 * The trace context of a `traceparent` header (W3C Trace Context, level 1) in the form of version 00; null when the header
 * is invalid, which begins a new trace.
 */
export function parseTraceparent(header: string | undefined): string | null {
  if (header === undefined || header.length > HEADER_MAX) return null;
  const [, version, traceId = '', parentId = '', flags = '', more] = TRACEPARENT.exec(header) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(parentId)) return null;
  return `00-${traceId}-${parentId}-${flags}`;
}

/** The trace id of a valid `traceparent`. */
export function traceIdOf(traceparent: string): string {
  return traceparent.slice(3, 35);
}
