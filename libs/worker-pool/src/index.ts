export { WorkerPool } from './worker-pool';
export type { RunOptions, WorkerPoolOptions } from './worker-pool';
export { WorkerPoolError } from './worker-pool-error';
export type { WorkerPoolFailure } from './worker-pool-error';
