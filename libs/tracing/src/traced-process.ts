/** What the spans of a process say about it. */
export interface TracedProcess {
  /** `service.name`, unless `OTEL_SERVICE_NAME` is set. */
  name: string;
  instance: string;
  version: string;
  /** Called when spans could not be exported, at most once a minute. */
  onFault(error: unknown): void;
}
