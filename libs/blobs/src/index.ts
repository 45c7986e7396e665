export {
  isStepBlobKey,
  joinedPrefix,
  stepBlobKey,
  stepPrefix,
  taskPrefix,
  uploadBlobKey,
  uploadPrefix,
  waveformBlobKey,
} from './blob-store';
export type { BlobStore, ByteRange } from './blob-store';
export { openBlobStore } from './open-blob-store';
export { showDiskSpace } from './show-disk-space';
export { openBlobs } from './open-blobs';
export { readPayload, storePayload, storeText } from './payload-text';
