export { createUpstreamClient } from './upstream-client';
export type { UpstreamClient, UpstreamSettings } from './upstream-client';
