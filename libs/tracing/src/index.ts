export { samplers } from './settings';
export type { TracingSettings } from './settings';
export type { Span, SpanAttributes } from './span';
export { startTracing } from './start-tracing';
export {
  annotateSpan,
  currentTraceparent,
  inSpan,
  isTracing,
  outsideTraces,
  startSpan,
  withinTrace,
  withSpan,
} from './tracing';
