import type { TranscodeOptions } from '@medley/contracts';
import type { MediaInfo } from '@medley/ffmpeg';

/** What is to be made of the media. */
export interface OutputPlan {
  /** Bits per second, constant. */
  bitrate: number;
  sampleRate: number;
  channels: 1 | 2;
  normalize: boolean;
  /** Seconds of the media to leave out at its start. */
  start: number;
  /** Seconds the client wants from there on; null: all there is. */
  wanted: number | null;
  /** Seconds after which decoding stops. */
  secondsMax: number;
  /** Seconds that will come out, as far as the header can be believed. */
  expected: number | null;
}

const BITRATE_DEFAULT = 128_000;
const RATES = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];

/**
 * Decide the MP3's shape. Default: 128 kbit/s constant, the media's own sample rate and its channels, as far as MP3
 * has them. A bitrate that the sample rate cannot carry becomes the nearest it can.
 */
export function planOutput(facts: MediaInfo, options: TranscodeOptions, secondsLimit: number): OutputPlan {
  const sampleRate = options.sample_rate ?? nearestRate(facts.sampleRate);
  const start = options.start ?? 0;
  const wanted = options.end === undefined ? null : options.end - start;
  const left = facts.duration === null ? null : Math.max(0, facts.duration - start);
  return {
    bitrate: clampBitrate(options.bitrate ?? BITRATE_DEFAULT, sampleRate),
    sampleRate,
    channels: options.channels ?? (facts.channels === 1 ? 1 : 2),
    normalize: options.normalize ?? false,
    start,
    wanted,
    // One second more than allowed tells "just as long" from "longer".
    secondsMax: Math.min(wanted ?? Infinity, secondsLimit + 1),
    expected: left === null ? wanted : Math.min(wanted ?? Infinity, left),
  };
}

/** The same rate, or a clean divisor of it (96 → 48 kHz, 88.2 → 44.1 kHz), or the closest one above. */
function nearestRate(source: number | null): number {
  if (source === null) return 44_100;
  const divisor = RATES.findLast((rate) => source % rate === 0 && rate >= 32_000);
  return RATES.find((rate) => rate === source) ?? divisor ?? RATES.find((rate) => rate > source) ?? 48_000;
}

/** What MPEG-1, MPEG-2 and MPEG-2.5 layer III can carry. */
function clampBitrate(bitrate: number, sampleRate: number): number {
  if (sampleRate >= 32_000) return Math.min(320_000, Math.max(32_000, bitrate));
  return Math.min(sampleRate >= 16_000 ? 160_000 : 64_000, Math.max(8_000, bitrate));
}
