import { FRAME_RATE, type FrameSpan, type AcousticFeatures } from './acoustic-features';

/** Frames of a block; each block has its own loudness threshold. */
const BLOCK = Math.round(5 * FRAME_RATE);
/** Blocks on each side that the threshold of a block takes into account. */
const CONTEXT_BLOCKS = 4;
const QUIETEST_DB = -120;
/** Largest dynamic range between background and speech that is assumed. */
const RANGE_DB_MAX = 45;
/** Position of the threshold in the range between background (0) and speech (1). */
const THRESHOLD_SHARE = 0.35;
/** Audio with a smaller dynamic range is noise, a tone or silence. */
const RANGE_DB_MIN = 9;
/** Quieter audio is background, whatever its range. */
const SPEECH_DB_MIN = -70;
/** Shorter gaps (0.3 s) within speech are bridged. */
const GAP_FRAMES_MAX = Math.round(0.3 * FRAME_RATE);
/** Shorter sounds (0.2 s) are no speech. */
const SPEECH_FRAMES_MIN = Math.round(0.2 * FRAME_RATE);
/** Voicing of a vowel, and the number of such frames that speech needs. */
const VOICING_MIN = 0.6;
const VOICED_FRAMES_MIN = 4;

/** Detects speech: spans that are louder than the background, last at least 0.2 s and contain vowels. */
export function detectSpeech({ frames, loudness, voicing }: AcousticFeatures): FrameSpan[] {
  const thresholds = thresholdsOf(loudness);
  const isLoud = (frame: number): boolean =>
    meanAround(loudness, frame) > (thresholds[Math.floor(frame / BLOCK)] as number);
  const bridged: FrameSpan[] = [];
  for (let frame = 0; frame < frames; frame += 1) {
    if (!isLoud(frame)) continue;
    const last = bridged.at(-1);
    if (last && frame - last.to <= GAP_FRAMES_MAX) last.to = frame + 1;
    else bridged.push({ from: frame, to: frame + 1 });
  }
  return bridged.filter(({ from, to }) => {
    if (to - from < SPEECH_FRAMES_MIN) return false;
    let voiced = 0;
    for (let frame = from; frame < to; frame += 1) if ((voicing[frame] as number) > VOICING_MIN) voiced += 1;
    return voiced >= VOICED_FRAMES_MIN;
  });
}

function meanAround(values: Float32Array, frame: number): number {
  const from = Math.max(0, frame - 1);
  const to = Math.min(values.length - 1, frame + 1);
  let sum = 0;
  for (let index = from; index <= to; index += 1) sum += values[index] as number;
  return sum / (to - from + 1);
}

/** The loudness threshold of speech for each block, in dBFS. */
function thresholdsOf(loudness: Float32Array): number[] {
  const counts = Array.from({ length: Math.ceil(loudness.length / BLOCK) }, (_, block) => {
    const histogram = new Uint32Array(-QUIETEST_DB + 1);
    for (const value of loudness.subarray(block * BLOCK, (block + 1) * BLOCK)) {
      const bin = Math.min(-QUIETEST_DB, Math.max(0, Math.round(value - QUIETEST_DB)));
      histogram[bin] = (histogram[bin] as number) + 1;
    }
    return histogram;
  });
  return counts.map((_, block) => {
    const around = counts.slice(Math.max(0, block - CONTEXT_BLOCKS), block + CONTEXT_BLOCKS + 1);
    const loud = quantile(around, 0.95);
    const quiet = Math.max(quantile(around, 0.1), loud - RANGE_DB_MAX);
    if (loud - quiet < RANGE_DB_MIN || loud < SPEECH_DB_MIN) return Infinity;
    return quiet + THRESHOLD_SHARE * (loud - quiet);
  });
}

function quantile(histograms: readonly Uint32Array[], share: number): number {
  const sums = new Array<number>(-QUIETEST_DB + 1).fill(0);
  for (const histogram of histograms)
    histogram.forEach((count, bin) => (sums[bin] = (sums[bin] as number) + count));
  let left = share * sums.reduce((sum, count) => sum + count, 0);
  const bin = sums.findIndex((count) => (left -= count) <= 0);
  return QUIETEST_DB + bin;
}
