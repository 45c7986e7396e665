import { FRAME_RATE, LOWEST_DB } from './measure-levels';

/** Frames between which a cut may lie, both included. */
export interface FrameWindow {
  earliest: number;
  latest: number;
}

/** Nothing below is heard as speech, whatever else the recording holds. */
const SILENCE_DB = -65;
/** A shorter one may be the stop inside a word. */
const PAUSE_FRAMES_MIN = 0.3 * FRAME_RATE;
/** Longer ones are not better: the quieter one is. */
const PAUSE_FRAMES_ENOUGH = FRAME_RATE;
/** Speech and what is between it differ at least so much, else nothing can be told by loudness. */
const RANGE_DB_MIN = 12;
const SMOOTH_FRAMES = 5;
const SURROUNDINGS_FRAMES = 10 * FRAME_RATE;

/** The middle of the longest, and among long ones the quietest, pause that reaches into the window; null: there is none. */
export function choosePause(levels: Float32Array, speech: number, window: FrameWindow): number | null {
  const threshold = pauseLevel(levels, speech, window);
  const isQuiet = (frame: number): boolean =>
    frame >= 0 && frame < levels.length && (levels[frame] as number) <= threshold;
  let best: { length: number; level: number; cut: number } | null = null;
  for (let frame = window.earliest; frame <= window.latest; frame += 1) {
    if (!isQuiet(frame)) continue;
    let first = frame;
    while (isQuiet(first - 1)) first -= 1;
    let end = frame;
    while (isQuiet(end)) end += 1;
    const cut = clamp(Math.round((first + end) / 2), window);
    // What counts is the silence on both sides: of a pause at the border of the window only a part may be left.
    const length = Math.min(PAUSE_FRAMES_ENOUGH, 2 * Math.min(cut - first, end - cut));
    const level = mean(levels.subarray(first, end));
    const isBetter = !best || length > best.length || (length === best.length && level <= best.level);
    if (length >= PAUSE_FRAMES_MIN && isBetter) {
      best = { length, level, cut };
    }
    frame = end;
  }
  return best?.cut ?? null;
}

/** The frame in the window around which the least is to be heard; of equals the last. */
export function quietestFrame(levels: Float32Array, { earliest, latest }: FrameWindow): number {
  let best = { cut: latest, level: Infinity };
  for (let cut = earliest; cut <= latest; cut += 1) {
    const around = levels.subarray(Math.max(0, cut - SMOOTH_FRAMES), cut + SMOOTH_FRAMES);
    const level = mean(around);
    if (level <= best.level) best = { cut, level };
  }
  return best.cut;
}

/** Whether nothing in these frames can be speech. */
export function isSilence(levels: Float32Array): boolean {
  return levels.every((level) => level <= SILENCE_DB);
}

/** How loud people speak in a recording. */
export function speechLevel(levels: Float32Array): number {
  return percentile(levels, 0.95);
}

/** What counts as a pause here: near the noise around the window, far from how loud people speak in this recording. */
function pauseLevel(levels: Float32Array, speech: number, window: FrameWindow): number {
  const around = levels.subarray(Math.max(0, window.earliest - SURROUNDINGS_FRAMES), window.latest + 1);
  const noise = percentile(around, 0.01);
  if (speech - noise < RANGE_DB_MIN) return SILENCE_DB;
  return Math.max(SILENCE_DB, noise + (speech - noise) / 4);
}

/** By counting in steps of one decibel: sorting hours of frames would hold up everybody else. */
function percentile(levels: Float32Array, part: number): number {
  const counts = new Uint32Array(1 - LOWEST_DB);
  for (const level of levels) {
    const step = Math.floor(level) - LOWEST_DB;
    counts[step] = (counts[step] ?? 0) + 1;
  }
  let left = levels.length * part;
  const step = counts.findIndex((count) => (left -= count) <= 0);
  return LOWEST_DB + Math.max(0, step);
}

function mean(levels: Float32Array): number {
  let sum = 0;
  for (const level of levels) sum += level;
  return levels.length === 0 ? LOWEST_DB : sum / levels.length;
}

function clamp(frame: number, { earliest, latest }: FrameWindow): number {
  return Math.min(latest, Math.max(earliest, frame));
}
