import { FRAME_RATE, type FrameSpan, type AcousticFeatures } from './acoustic-features';

const BLOCK = Math.round(5 * FRAME_RATE);
/** Blocks on each side whose loudness tells what is quiet and what is loud around a moment. */
const SIDE = 4;
const QUIETEST_DB = -120;
/** Nothing is so quiet that what is this far below the voice counts as background. */
const DEPTH_DB = 45;
const SHARE_OF_DEPTH = 0.35;
/** Speech goes up and down; what keeps its loudness is noise, a tone or silence. */
const LEAST_DEPTH_DB = 9;
const LOUDEST_BACKGROUND_DB = -70;
const BRIDGE = Math.round(0.3 * FRAME_RATE);
const SHORTEST = Math.round(0.2 * FRAME_RATE);
const VOICED = 0.6;
const LEAST_VOICED = 4;

/** Where somebody speaks: louder than the background around, not for an instant only, with vowels in it. */
export function detectSpeech({ frames, loudness, voicing }: AcousticFeatures): FrameSpan[] {
  const limits = limitsOf(loudness);
  const isLoud = (frame: number): boolean =>
    meanAround(loudness, frame) > (limits[Math.floor(frame / BLOCK)] as number);
  const bridged: FrameSpan[] = [];
  for (let frame = 0; frame < frames; frame += 1) {
    if (!isLoud(frame)) continue;
    const last = bridged.at(-1);
    if (last && frame - last.to <= BRIDGE) last.to = frame + 1;
    else bridged.push({ from: frame, to: frame + 1 });
  }
  return bridged.filter(({ from, to }) => {
    if (to - from < SHORTEST) return false;
    let voiced = 0;
    for (let frame = from; frame < to; frame += 1) if ((voicing[frame] as number) > VOICED) voiced += 1;
    return voiced >= LEAST_VOICED;
  });
}

function meanAround(values: Float32Array, frame: number): number {
  const from = Math.max(0, frame - 1);
  const to = Math.min(values.length - 1, frame + 1);
  let sum = 0;
  for (let index = from; index <= to; index += 1) sum += values[index] as number;
  return sum / (to - from + 1);
}

/** For each block the loudness above which it is speech. */
function limitsOf(loudness: Float32Array): number[] {
  const counts = Array.from({ length: Math.ceil(loudness.length / BLOCK) }, (_, block) => {
    const histogram = new Uint32Array(-QUIETEST_DB + 1);
    for (const value of loudness.subarray(block * BLOCK, (block + 1) * BLOCK)) {
      const bin = Math.min(-QUIETEST_DB, Math.max(0, Math.round(value - QUIETEST_DB)));
      histogram[bin] = (histogram[bin] as number) + 1;
    }
    return histogram;
  });
  return counts.map((_, block) => {
    const around = counts.slice(Math.max(0, block - SIDE), block + SIDE + 1);
    const loud = quantile(around, 0.95);
    const quiet = Math.max(quantile(around, 0.1), loud - DEPTH_DB);
    if (loud - quiet < LEAST_DEPTH_DB || loud < LOUDEST_BACKGROUND_DB) return Infinity;
    return quiet + SHARE_OF_DEPTH * (loud - quiet);
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
