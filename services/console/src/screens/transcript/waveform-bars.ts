import type { Waveform } from '@medley/client/browser';

/** Pixels from one bar to the next. */
const BAR_PX = 4;
const HALF = 0.5;
/** The shortest bar, as a share of the height: silence is seen as a line. */
const LEAST = 0.04;

/** A path of bars in a field of `width` by `height`; without a waveform a line of the shortest bars. */
export function barsPath(waveform: Waveform | null, width: number, height: number): string {
  const count = Math.max(1, Math.floor(width / BAR_PX));
  const swings = swingsOf(waveform?.data ?? [], count);
  const widest = Math.max(1, ...swings);
  return swings
    .map((swing, bar) => {
      const length = Math.max(LEAST, swing / widest) * height;
      const x = bar * BAR_PX + BAR_PX * HALF;
      return `M${x} ${((height - length) * HALF).toFixed(1)}v${length.toFixed(1)}`;
    })
    .join('');
}

/** The widest swing in each of `count` stretches of pairs. */
function swingsOf(data: readonly number[], count: number): number[] {
  const pairs = data.length / 2;
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * pairs) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * pairs) / count));
    let widest = 0;
    for (let at = from * 2; at < Math.min(to, pairs) * 2; at += 1)
      widest = Math.max(widest, Math.abs(data[at] ?? 0));
    return widest;
  });
}
