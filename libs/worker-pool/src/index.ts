export { threadModule } from './thread-module';
export { WorkerPool } from './worker-pool';
export type { RunOptions, WorkerPoolOptions } from './worker-pool';
export { WorkerPoolError } from './worker-pool-error';
