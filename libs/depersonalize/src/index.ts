export { detect } from './detect';
export type { DetectOptions } from './detect';
export type { Finding } from './detector';
