import type { MediaInfo } from './probe-media';

/** Smaller start timestamps are the encoder delay, which decoding removes. */
const GAP_S = 0.1;

/**
 * Seconds of silence to insert before media whose only stream starts late. FFmpeg subtracts the start timestamp of the
 * first stream, but it is part of the duration when the duration is longer than it. Recordings that were cut out of longer
 * ones also have a start timestamp, with a shorter duration.
 */
export function leadingSilenceOf({ start, duration }: MediaInfo): number {
  return start >= GAP_S && duration !== null && duration > start ? start : 0;
}
