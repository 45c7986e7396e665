import fc from 'fast-check';
import { planChunks } from '../src/audio/plan-chunks';

const SPEECH_DB = -20;
const PAUSE_DB = -55;

/** Alternating speech and pauses as levels of 20 ms frames. */
const recordings = fc
  .array(fc.record({ speech: fc.nat(1_500), pause: fc.nat(120), noise: fc.nat(6) }), {
    minLength: 1,
    maxLength: 20,
    size: 'max',
  })
  .map((alternation) =>
    Float32Array.from(
      alternation.flatMap(({ speech, pause, noise }) => [
        ...Array.from({ length: speech }, (_, at) => SPEECH_DB + ((at * 7) % 11) - 5),
        ...Array.from({ length: pause }, () => PAUSE_DB + noise),
      ]),
    ),
  )
  .filter((levels) => levels.length > 0);
const anything = fc
  .array(fc.float({ min: -100, max: 0, noNaN: true }), { minLength: 1, maxLength: 3_000, size: 'max' })
  .map((levels) => Float32Array.from(levels));
const audio = fc.oneof(recordings, anything);

describe('chunks of a recording', () => {
  it('are in order, cover the recording, and do not exceed the limit of the engine', () => {
    fc.assert(
      fc.property(audio, fc.integer({ min: 20, max: 4_000 }), (levels, framesMax) => {
        const chunks = planChunks(levels, framesMax);
        const faults = chunks.filter(
          ({ start, end, from, to }, index) =>
            from !== (chunks[index - 1]?.to ?? 0) ||
            !(from < to && 0 <= start && start <= from && to <= end && end - start <= framesMax),
        );
        expect(faults).toEqual([]);
        expect(chunks.at(-1)).toMatchObject({ end: levels.length, to: levels.length });
      }),
    );
  });

  it('are few: all but the last two fill three quarters of the limit', () => {
    fc.assert(
      fc.property(audio, fc.integer({ min: 500, max: 4_000 }), (levels, framesMax) => {
        const chunks = planChunks(levels, framesMax);
        for (const { start, to } of chunks.slice(0, -2)) {
          expect(to - start).toBeGreaterThanOrEqual(Math.floor(framesMax * 0.74));
        }
        if (levels.length <= framesMax) expect(chunks).toHaveLength(1);
      }),
    );
  });

  it('meet in the middle of a pause, without overlap, where there is a pause', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 760, max: 960 }),
        fc.integer({ min: 20, max: 100 }),
        (pauseAt, length) => {
          const levels = new Float32Array(3_000).fill(SPEECH_DB);
          levels.fill(PAUSE_DB, pauseAt, pauseAt + length);
          const [first, second] = planChunks(levels, 1_000);
          const cut = first?.to ?? 0;
          expect({ end: first?.end, start: second?.start }).toEqual({ end: cut, start: cut });
          expect(cut).toBeGreaterThan(pauseAt);
          expect(cut).toBeLessThan(pauseAt + length);
        },
      ),
    );
  });

  it('overlap on both sides of a cut through speech', () => {
    const levels = Float32Array.from({ length: 3_000 }, (_, at) => SPEECH_DB + ((at * 7) % 11) - 5);
    const [first, second] = planChunks(levels, 2_000);
    const cut = first?.to ?? 0;
    expect((first?.end ?? 0) - cut).toBe(150);
    expect(cut - (second?.start ?? 0)).toBe(150);
  });

  it('are cut at the longest pause, and at the quietest of long ones', () => {
    const levels = new Float32Array(1_700).fill(SPEECH_DB);
    levels.fill(PAUSE_DB, 780, 800);
    levels.fill(PAUSE_DB, 850, 890);
    expect(planChunks(levels, 1_000)[0]?.to).toBe(870);
    levels.fill(PAUSE_DB - 10, 900, 960);
    levels.fill(PAUSE_DB, 780, 840);
    expect(planChunks(levels, 1_000)[0]?.to).toBe(930);
  });
});
