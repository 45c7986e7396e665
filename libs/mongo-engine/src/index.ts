export { findRunningEngine } from './engine-file';
export type { RunningEngine } from './engine-file';
export { EngineUnavailableError } from './engine-unavailable-error';
export { startMongoEngine } from './start-mongo-engine';
export type { MongoEngine, MongoEngineOptions } from './start-mongo-engine';
