/** Detects the type of media by its first bytes, as the name of a file and its Content-Type are not trusted. Pure. */
export { detectMediaType, HEAD_BYTES } from './detect-media-type';
