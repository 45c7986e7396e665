export { findAllFaults } from './find-all-faults';
export { allInOneSchema, defaultsFor, loopbackDefaults } from './config';
export type { AllInOneSettings } from './config';
export { openBackends } from './open-backends';
export type { Backends } from './open-backends';
export { startAllServices } from './start-all-services';
export type { AllInOneOptions } from './start-all-services';
