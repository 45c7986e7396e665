export { findRunningMongo } from './mongo-address-file';
export { startEmbeddedMongo } from './start-embedded-mongo';
export type { EmbeddedMongo } from './start-embedded-mongo';
