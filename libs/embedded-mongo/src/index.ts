export { findRunningMongo } from './mongo-address-file';
export { hasEmbeddedDatabase, startEmbeddedMongo } from './start-embedded-mongo';
export type { EmbeddedMongo } from './start-embedded-mongo';
