export { findRunningMongo } from './mongo-address-file';
export type { RunningMongo } from './mongo-address-file';
export { MongoUnavailableError } from './mongo-unavailable-error';
export { startEmbeddedMongo } from './start-embedded-mongo';
export type { EmbeddedMongo, EmbeddedMongoOptions } from './start-embedded-mongo';
