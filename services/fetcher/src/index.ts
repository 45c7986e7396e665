export { fetcherSchema } from './config';
export type { FetcherConfig, FetcherSettings } from './config';
export type { FetchLimits } from './fetch-limits';
export { startFetcher } from './start-fetcher';
export type { FetcherPorts } from './start-fetcher';
