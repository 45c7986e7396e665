export { stepBlobKey, taskPrefix } from './blob-store';
export type { BlobFacts, BlobStore, ByteRange } from './blob-store';
export { readPayload, storePayload } from './payload-text';
