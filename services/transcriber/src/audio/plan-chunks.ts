import { choosePause, quietestFrame, speechLevel, type FrameWindow } from './choose-cut-point';
import { FRAME_RATE } from './measure-levels';

/** A chunk of the audio, in frames; ends are exclusive. */
export interface PlannedChunk {
  /** The audio that is sent to the engine. */
  start: number;
  end: number;
  /** The part that the chunk contributes: without the overlap at cuts through speech. */
  from: number;
  to: number;
}

/** Overlap before and after a cut through speech. */
const OVERLAP_FRAMES = 3 * FRAME_RATE;
/** The share of the longest chunk, at its end, in which cuts are searched. */
const TAIL = 0.25;

/**
 * Splits audio into chunks of at most `framesMax` frames, at the best pause near the end of each; the last two chunks share
 * the rest evenly. Without a pause it cuts at the quietest frame, with an overlap. `levels` are those of `measureLevels`.
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
    // A cut through speech needs room for the overlap after it.
    const latest = Math.max(window.earliest, Math.min(window.latest, start + framesMax - overlap));
    const cut = pause ?? quietestFrame(levels, { earliest: window.earliest, latest });
    const extension = pause === null ? overlap : 0;
    chunks.push({ start, end: cut + extension, from, to: cut });
    from = cut;
    start = cut - extension;
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
