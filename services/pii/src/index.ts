export { piiSchema } from './config';
export { startPii } from './start-pii';
