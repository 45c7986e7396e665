const HEADER_BYTES = 7;
/** Frames that have to follow each other: their lengths cannot agree by chance. */
const FRAMES_MIN = 3;
/** Larger indexes of sample rates are reserved. */
const RATE_INDEX_MAX = 12;

/**
 * Whether the bytes begin with frames of AAC in an ADTS stream (ISO 14496-3, 1.A.2.2).
 * @param isWhole whether they are the whole file, which may have fewer frames
 */
export function findAdtsFrames(head: Buffer, isWhole: boolean): boolean {
  const kind = kindOf(head, 0);
  if (kind === null) return false;
  let at = 0;
  for (let frames = 0; ; frames += 1) {
    if (frames === FRAMES_MIN || (isWhole && at === head.length)) return true;
    if (kindOf(head, at) !== kind) return false;
    at += lengthAt(head, at);
  }
}

/** What is constant in a stream: version, profile, sample rate and channels; null where no header is. */
function kindOf(bytes: Buffer, at: number): number | null {
  if (at + HEADER_BYTES > bytes.length) return null;
  const [sync = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(at, at + HEADER_BYTES);
  // The layer is always 0; that of MPEG audio is not.
  const isSync = sync === 0xff && (second & 0b1111_0110) === 0b1111_0000;
  const rateIndex = (third >> 2) & 0b1111;
  if (!isSync || rateIndex > RATE_INDEX_MAX || lengthAt(bytes, at) <= HEADER_BYTES) return null;
  return ((second & 0b1000) << 16) | ((third & 0b1111_1101) << 8) | (fourth & 0b1100_0000);
}

/** Bytes of a frame with its header. */
function lengthAt(bytes: Buffer, at: number): number {
  const [third = 0, fourth = 0, fifth = 0] = bytes.subarray(at + 3, at + 6);
  return ((third & 0b11) << 11) | (fourth << 3) | (fifth >> 5);
}
