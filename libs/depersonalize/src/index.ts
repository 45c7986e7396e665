export { depersonalize } from './depersonalize';
export type { Depersonalized, DepersonalizeOptions } from './depersonalize';
export { detect } from './detect';
export type { DetectOptions } from './detect';
export type { Finding } from './detector';
export { restore } from './restore';
export type { Restored } from './restore';
