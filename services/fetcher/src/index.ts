export { fetcherSchema } from './config';
export type { FetcherConfig } from './config';
export type { FetchLimits } from './fetch-limits';
export { startFetcher } from './start-fetcher';
