import { FRAME_RATE, LOWEST_DB } from './measure-levels';

/** The frames in which a cut may lie; both ends are inclusive. */
export interface FrameWindow {
  earliest: number;
  latest: number;
}

/** Quieter frames are silence in any recording, in dBFS. */
const SILENCE_DB = -65;
/** Shorter pauses may be plosives inside a word. */
const PAUSE_FRAMES_MIN = 0.3 * FRAME_RATE;
/** Of pauses longer than this, the quieter one is better. */
const PAUSE_FRAMES_ENOUGH = FRAME_RATE;
/** With a smaller difference between speech and noise, the level does not show pauses. */
const RANGE_DB_MIN = 12;
/** Frames on each side over which a level is averaged. */
const SMOOTH_FRAMES = 5;
/** Frames before the window from which the noise level is estimated, too. */
const CONTEXT_FRAMES = 10 * FRAME_RATE;

/**
 * The middle (frame) of the best pause in the window: the longest, or the quietest of long ones; null when there is none.
 * `speech` is the speech level of the recording in dBFS.
 */
export function choosePause(levels: Float32Array, speech: number, window: FrameWindow): number | null {
  const threshold = pauseThreshold(levels, speech, window);
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
    // The cut is clamped to the window, so the shorter side of the pause counts.
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

/** The frame in the window with the lowest average level around it; the last one of equals. */
export function quietestFrame(levels: Float32Array, { earliest, latest }: FrameWindow): number {
  let best = { cut: latest, level: Infinity };
  for (let cut = earliest; cut <= latest; cut += 1) {
    const around = levels.subarray(Math.max(0, cut - SMOOTH_FRAMES), cut + SMOOTH_FRAMES);
    const level = mean(around);
    if (level <= best.level) best = { cut, level };
  }
  return best.cut;
}

/** Whether all frames are silent; levels in dBFS. */
export function isSilence(levels: Float32Array): boolean {
  return levels.every((level) => level <= SILENCE_DB);
}

/** The level of speech in a recording: the 95th percentile of its levels, in dBFS. */
export function speechLevel(levels: Float32Array): number {
  return percentile(levels, 0.95);
}

/** The level below which a frame belongs to a pause: a quarter of the way from the noise level to the speech level. */
function pauseThreshold(levels: Float32Array, speech: number, window: FrameWindow): number {
  const around = levels.subarray(Math.max(0, window.earliest - CONTEXT_FRAMES), window.latest + 1);
  const noise = percentile(around, 0.01);
  if (speech - noise < RANGE_DB_MIN) return SILENCE_DB;
  return Math.max(SILENCE_DB, noise + (speech - noise) / 4);
}

/** Uses a histogram with bins of 1 dB: sorting hours of frames would block the event loop. */
function percentile(levels: Float32Array, fraction: number): number {
  const counts = new Uint32Array(1 - LOWEST_DB);
  for (const level of levels) {
    const step = Math.floor(level) - LOWEST_DB;
    counts[step] = (counts[step] ?? 0) + 1;
  }
  let left = levels.length * fraction;
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
