/** One frame of MPEG audio layer III. */
export interface FrameHeader {
  bytes: number;
  /** Samples per channel. */
  samples: number;
  /** Bits per second. */
  bitrate: number;
  /** Hz. */
  sampleRate: number;
  channels: 1 | 2;
}

const KBITS_MPEG1 = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KBITS_MPEG2 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES_MPEG1 = [44_100, 48_000, 32_000];
const SAMPLES_MPEG1 = 1_152;
const SAMPLES_MPEG2 = 576;
const LAYER_III = 0b01;
const MONO = 0b11;
/** Divisor of the MPEG-1 sample rates by version bits; 0b01 is reserved. */
const DIVISORS: Readonly<Record<number, number>> = { 0b11: 1, 0b10: 2, 0b00: 4 };

/** Parses the frame header (ISO 11172-3, 13818-3) at a byte offset; null when there is none. */
export function readFrame(bytes: Buffer, at: number): FrameHeader | null {
  const [sync = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(at, at + 4);
  const divisor = DIVISORS[(second >> 3) & 0b11];
  const isLayerIII = ((second >> 1) & 0b11) === LAYER_III;
  if (sync !== 0xff || (second & 0xe0) !== 0xe0 || !isLayerIII || divisor === undefined) return null;

  const isMpeg1 = divisor === 1;
  const kbits = (isMpeg1 ? KBITS_MPEG1 : KBITS_MPEG2)[(third >> 4) - 1];
  const fullRate = RATES_MPEG1[(third >> 2) & 0b11];
  if (kbits === undefined || fullRate === undefined) return null;

  const bitrate = kbits * 1_000;
  const sampleRate = fullRate / divisor;
  const samples = isMpeg1 ? SAMPLES_MPEG1 : SAMPLES_MPEG2;
  const channels = fourth >> 6 === MONO ? 1 : 2;
  const padding = (third >> 1) & 1;
  return {
    bytes: Math.floor(((samples / 8) * bitrate) / sampleRate) + padding,
    samples,
    bitrate,
    sampleRate,
    channels,
  };
}

/** Whether a frame contains no audio but a Xing or Info tag, which follows the side information. */
export function isInfoFrame(bytes: Buffer, at: number, frame: FrameHeader): boolean {
  const isMpeg1 = frame.samples === SAMPLES_MPEG1;
  const offsets = frame.channels === 1 ? { mpeg1: 21, mpeg2: 13 } : { mpeg1: 36, mpeg2: 21 };
  const tagAt = at + (isMpeg1 ? offsets.mpeg1 : offsets.mpeg2);
  const tag = bytes.toString('latin1', tagAt, tagAt + 4);
  return tag === 'Xing' || tag === 'Info';
}
