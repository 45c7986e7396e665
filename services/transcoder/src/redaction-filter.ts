import type { Redaction, RedactSound } from '@medley/contracts';
import { joinAcross } from './merge-redactions';

/** How exactly sound is cut: 200 frames a second. */
const FRAMES_PER_SECOND = 200;
const BEEP_HZ = 1_000;

interface SoundFormat {
  sampleRate: number;
  channels: 1 | 2;
}

/** The label of the filtered sound. */
export const FILTERED = '[redacted]';

/**
 * The filter graph of FFmpeg that makes stretches of the first audio stream inaudible. Its sound has the times of the
 * transcript: gaps are filled as they are before speech recognition. A frame is silent as a whole when it touches a stretch.
 */
export function redactionFilter(
  redactions: readonly Redaction[],
  { sampleRate, channels, sound }: SoundFormat & { sound: RedactSound },
): string {
  const samples = Math.max(1, Math.floor(sampleRate / FRAMES_PER_SECOND));
  const layout = channels === 1 ? 'mono' : 'stereo';
  const inside = insideExpression(redactions, samples / sampleRate);
  const frames = `aformat=sample_fmts=fltp:channel_layouts=${layout},asetnsamples=n=${samples}:p=0`;
  const gate = (volume: string): string => `volume=volume='${volume}':eval=frame:precision=float`;
  const speech = [
    // Gaps are filled in 16 bits: an hour of silence in floats would not fit into memory.
    `aformat=sample_fmts=s16:sample_rates=${sampleRate}:channel_layouts=${layout}`,
    ...['aresample=async=1:first_pts=0', 'asetpts=N/SR/TB', frames, gate(`1-${inside}`)],
  ].join(',');
  if (sound === 'silence') return `[0:a:0]${speech}${FILTERED}`;
  const beep = `sine=frequency=${BEEP_HZ}:sample_rate=${sampleRate},${frames},${gate(inside)}`;
  // The mixer halves both.
  const mix = 'amix=inputs=2:duration=first:dropout_transition=0,volume=2';
  return `[0:a:0]${speech}[speech];${beep}[beep];[speech][beep]${mix}${FILTERED}`;
}

/**
 * 1 at the start of each frame that touches a stretch, else 0: a search tree over all boundaries, so that a frame costs the
 * logarithm of their number.
 */
function insideExpression(redactions: readonly Redaction[], frameSeconds: number): string {
  const early = redactions.map((one) => ({ ...one, start: one.start - frameSeconds }));
  const boundaries = joinAcross(early, 0).flatMap(({ start, end }) => [start, end]);
  return searchTree(boundaries, 0);
}

/** Each boundary switches between outside and inside; `before` are those before the first one of the list. */
function searchTree(boundaries: readonly number[], before: number): string {
  const middle = boundaries.length >>> 1;
  const at = boundaries[middle];
  if (at === undefined) return String(before % 2);
  const earlier = searchTree(boundaries.slice(0, middle), before);
  const later = searchTree(boundaries.slice(middle + 1), before + middle + 1);
  return `if(lt(t,${at.toFixed(6)}),${earlier},${later})`;
}
