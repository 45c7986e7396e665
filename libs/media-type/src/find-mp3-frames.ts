interface Version {
  /** Hz by index; missing indexes are reserved. */
  sampleRates: readonly number[];
  /** kbit/s by index for layer III; 0 (free format) and missing indexes are not accepted. */
  bitrates: readonly number[];
  samplesPerFrame: number;
}

const low = {
  bitrates: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  samplesPerFrame: 576,
};
/** Indexed by the two version bits of the frame header: MPEG 2.5, reserved, MPEG 2, MPEG 1. */
const versions: readonly (Version | null)[] = [
  { ...low, sampleRates: [11_025, 12_000, 8_000] },
  null,
  { ...low, sampleRates: [22_050, 24_000, 16_000] },
  {
    sampleRates: [44_100, 48_000, 32_000],
    bitrates: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    samplesPerFrame: 1_152,
  },
];
const LAYER_3 = 0b01;
const HEADER_BYTES = 4;

interface Frame {
  bytes: number;
  /** Version, layer and sample rate: constant within a file. */
  kind: number;
}

/**
 * Whether the bytes contain two consecutive MP3 frames of the same kind: detects MP3 files without an ID3 tag. The data may
 * start in the middle of a frame, as recorded radio streams do.
 */
export function findMp3Frames(head: Buffer): boolean {
  for (let at = 0; at + HEADER_BYTES <= head.length; at += 1) {
    const first = readFrame(head, at);
    if (!first) continue;
    const next = at + first.bytes;
    // The file consists of a single frame.
    if (next === head.length && at === 0) return true;
    const second = next + HEADER_BYTES <= head.length ? readFrame(head, next) : null;
    if (second?.kind === first.kind) return true;
  }
  return false;
}

function readFrame(bytes: Buffer, at: number): Frame | null {
  const [sync = 0, second = 0, third = 0] = bytes.subarray(at, at + HEADER_BYTES);
  if (sync !== 0xff || second >> 5 !== 0b111 || ((second >> 1) & 0b11) !== LAYER_3) return null;
  const version = versions[(second >> 3) & 0b11];
  const rateIndex = (third >> 2) & 0b11;
  const rate = version?.sampleRates[rateIndex];
  const kbits = version?.bitrates[third >> 4];
  if (!version || !rate || !kbits) return null;
  const padding = (third >> 1) & 1;
  const size = Math.floor(((version.samplesPerFrame / 8) * kbits * 1_000) / rate) + padding;
  return { bytes: size, kind: (second << 2) | rateIndex };
}
