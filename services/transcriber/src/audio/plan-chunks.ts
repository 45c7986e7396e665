import { choosePause, quietestFrame, speechLevel, type FrameWindow } from './choose-cut-point';
import { FRAME_RATE } from './measure-levels';

/** A part of the audio for the engine, in frames; the end is the first frame that is not in it. */
export interface PlannedChunk {
  /** What the engine hears. */
  start: number;
  end: number;
  /** What it is asked for: at a cut without a pause it hears some seconds beyond, which its neighbour hears, too. */
  from: number;
  to: number;
}

/** Seconds heard twice, before and behind a cut through speech. */
const OVERLAP_FRAMES = 3 * FRAME_RATE;
/** The part of the longest chunk in which cuts are looked for. */
const TAIL = 0.25;

/**
 * Cut audio into chunks of at most `framesMax`, each at the best pause near the end of what fits; the last two share
 * what is left. Where nobody pauses, at the quietest moment, with an overlap.
 */
export function planChunks(levels: Float32Array, framesMax: number): PlannedChunk[] {
  const overlap = Math.min(OVERLAP_FRAMES, Math.floor(framesMax / 8));
  const speech = speechLevel(levels);
  const chunks: PlannedChunk[] = [];
  let start = 0;
  let from = 0;
  while (levels.length - start > framesMax) {
    const window = windowFor(start, levels.length, framesMax);
    const pause = choosePause(levels, speech, window);
    // Behind a cut through speech there has to be room for the overlap.
    const latest = Math.max(window.earliest, Math.min(window.latest, start + framesMax - overlap));
    const cut = pause ?? quietestFrame(levels, { earliest: window.earliest, latest });
    const beyond = pause === null ? overlap : 0;
    chunks.push({ start, end: cut + beyond, from, to: cut });
    from = cut;
    start = cut - beyond;
  }
  return [...chunks, { start, end: levels.length, from, to: levels.length }];
}

function windowFor(start: number, end: number, framesMax: number): FrameWindow {
  const left = end - start;
  const reach = Math.floor((framesMax * TAIL) / 2);
  const latest = start + framesMax;
  if (left > 2 * (1 - TAIL) * framesMax) {
    return { earliest: Math.max(start + 1, latest - 2 * reach), latest };
  }
  const middle = start + Math.ceil(left / 2);
  return { earliest: Math.max(start + 1, middle - reach), latest: Math.min(latest, middle + reach) };
}
