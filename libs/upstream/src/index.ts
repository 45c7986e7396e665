export { createUpstreamClient } from './upstream-client';
export type { UpstreamClient, UpstreamSettings } from './upstream-client';
export { bearer, upstreamSetting } from './upstream-settings';
