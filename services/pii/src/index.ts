export { piiSchema, piiSettings } from './config';
export type { PiiConfig, PiiSettings } from './config';
export { startPii } from './start-pii';
export type { PiiPorts } from './start-pii';
