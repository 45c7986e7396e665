export { WorkerPool } from './worker-pool';
export type { Turn, WorkerPoolOptions } from './worker-pool';
export { WorkerPoolError } from './worker-pool-error';
export type { WorkerPoolFailure } from './worker-pool-error';
