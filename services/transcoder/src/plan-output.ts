import type { TranscodeOptions } from '@medley/contracts';
import type { MediaInfo } from '@medley/ffmpeg';

/** Parameters of the MP3 to encode. */
export interface OutputPlan {
  /** Bits per second, constant. */
  bitrate: number;
  /** Hz. */
  sampleRate: number;
  channels: 1 | 2;
  normalize: boolean;
  /** Seconds to skip at the start of the media. */
  start: number;
  /** Requested seconds from `start` on; null: up to the end. */
  requested: number | null;
  /** Seconds after which decoding stops. */
  secondsMax: number;
  /** Expected seconds of output by the header of the media; null: unknown. */
  expected: number | null;
}

const BITRATE_DEFAULT = 128_000;
const RATES = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];

/**
 * Decides the parameters of the MP3. Defaults: 128 kbit/s, the sample rate of the media or the nearest one that MP3
 * supports, and mono or stereo as the media. A bitrate that the sample rate does not allow becomes the nearest allowed one.
 */
export function planOutput(media: MediaInfo, options: TranscodeOptions, secondsLimit: number): OutputPlan {
  const sampleRate = options.sample_rate ?? nearestRate(media.sampleRate);
  const start = options.start ?? 0;
  const requested = options.end === undefined ? null : options.end - start;
  const left = media.duration === null ? null : Math.max(0, media.duration - start);
  return {
    bitrate: clampBitrate(options.bitrate ?? BITRATE_DEFAULT, sampleRate),
    sampleRate,
    channels: options.channels ?? (media.channels === 1 ? 1 : 2),
    normalize: options.normalize ?? false,
    start,
    requested,
    // One second more than allowed, so that longer media is detected.
    secondsMax: Math.min(requested ?? Infinity, secondsLimit + 1),
    expected: left === null ? requested : Math.min(requested ?? Infinity, left),
  };
}

/** The same rate, or a clean divisor of it (96 → 48 kHz, 88.2 → 44.1 kHz), or the closest one above. */
function nearestRate(source: number | null): number {
  if (source === null) return 44_100;
  const divisor = RATES.findLast((rate) => source % rate === 0 && rate >= 32_000);
  return RATES.find((rate) => rate === source) ?? divisor ?? RATES.find((rate) => rate > source) ?? 48_000;
}

/** The bitrates that MPEG-1, MPEG-2 and MPEG-2.5 layer III allow. */
function clampBitrate(bitrate: number, sampleRate: number): number {
  if (sampleRate >= 32_000) return Math.min(320_000, Math.max(32_000, bitrate));
  return Math.min(sampleRate >= 16_000 ? 160_000 : 64_000, Math.max(8_000, bitrate));
}
