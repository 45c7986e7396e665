const RATE = 16_000;
const BLOCK = RATE / 100;
/** A block is silence when its power is below this share of that of the loud blocks. */
const SILENCE = 1e-3;
const PAUSE_BLOCKS = 25;
const SHORTEST_BLOCKS = 50;

/** Split speech at pauses of a quarter of a second; utterances have no silence at their ends. */
export function cutUtterances(samples: Float32Array): Float32Array[] {
  const powers = Array.from({ length: Math.floor(samples.length / BLOCK) }, (_, block) =>
    samples.subarray(block * BLOCK, (block + 1) * BLOCK).reduce((sum, sample) => sum + sample ** 2, 0),
  );
  const loud = powers.toSorted((a, b) => a - b)[Math.floor(powers.length * 0.95)] ?? 0;
  const spans: { from: number; to: number }[] = [];
  powers.forEach((power, block) => {
    if (power <= loud * SILENCE) return;
    const last = spans.at(-1);
    if (last && block - last.to < PAUSE_BLOCKS) last.to = block + 1;
    else spans.push({ from: block, to: block + 1 });
  });
  return spans
    .filter(({ from, to }) => to - from >= SHORTEST_BLOCKS)
    .map(({ from, to }) => samples.subarray(from * BLOCK, to * BLOCK));
}
