export { limitConcurrency } from './limit-concurrency';
export { loadUpstreamList, upstreamEntry } from './load-upstream-list';
export { createUpstreamClient } from './upstream-client';
export type { UpstreamClient } from './upstream-client';
export { measureUpstream } from './upstream-metrics';
export { bearer, upstreamSetting } from './upstream-settings';
export { withUpstreamRetries } from './with-upstream-retries';
export type { UpstreamRetryOptions } from './with-upstream-retries';
