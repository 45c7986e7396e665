import fc from 'fast-check';
import { DatabaseClock } from '../src/database-clock';
import { SlewedClock } from '../src/slewed-clock';
import { withFrozenTimers } from '@medley/testing';
import { quietLogger } from './test-stores';

const TEN_MINUTES = 600_000;
const EVERY = 30_000;
const START = 1_000_000;

/** A started clock and its reading at each of the next samples, one every 30 s; samples are given as offsets in ms. */
function run(faults: readonly number[]): { clock: SlewedClock; shown: number[] } {
  const clock = new SlewedClock();
  clock.sample(0, START);
  const shown = faults.map((fault, index) => {
    clock.sample((index + 1) * EVERY, START + fault);
    return clock.now((index + 1) * EVERY) - START - (index + 1) * EVERY;
  });
  return { clock, shown };
}

test('one wrong sample changes nothing', () => {
  for (const wrong of [TEN_MINUTES, -TEN_MINUTES, 365 * 24 * 3_600_000]) {
    expect(run([0, wrong, 0, 0, wrong, wrong, 0]).shown).toEqual([0, 0, 0, 0, 0, 0, 0]);
  }
});

test('wrong samples that disagree with each other are never accepted', () => {
  expect(run([60_000, -60_000, 120_000, -120_000, 300_000, 90_000]).shown).toEqual([0, 0, 0, 0, 0, 0]);
});

test('a forward step of the database is followed after confirmation', () => {
  expect(run([TEN_MINUTES, TEN_MINUTES, TEN_MINUTES + 5]).shown).toEqual([0, 0, TEN_MINUTES + 5]);
});

test('a backward step is corrected by slewing, never by going back or stopping', () => {
  const faults = Array.from({ length: 10 }, () => -60_000);
  const { clock, shown } = run(faults);
  // Confirmed at the third sample; 5 % of each 30 s from there on.
  expect(shown.map(Math.round)).toEqual([0, 0, 0, -1_500, -3_000, -4_500, -6_000, -7_500, -9_000, -10_500]);
  expect(Math.round(clock.now(20 * TEN_MINUTES) - START - 20 * TEN_MINUTES)).toBe(-60_000);
});

test('for any samples the clock increases, within the maximum slew rate except for confirmed steps', () => {
  const events = fc.array(
    fc.record({
      after: fc.integer({ min: 1, max: 60_000 }),
      offset: fc.option(fc.integer({ min: -TEN_MINUTES, max: TEN_MINUTES }), { nil: null }),
      repeat: fc.integer({ min: 1, max: 4 }),
    }),
    { minLength: 1, maxLength: 50 },
  );
  fc.assert(
    fc.property(events, (list) => {
      const clock = new SlewedClock();
      clock.sample(0, START);
      let [monotonic, shown] = [0, clock.now(0)];
      for (const { after, offset, repeat } of list) {
        for (let times = 0; times < repeat; times += 1) {
          monotonic += after;
          const before = clock.now(monotonic);
          expect(before - shown).toBeGreaterThanOrEqual(after * 0.95 - 1e-6);
          expect(before - shown).toBeLessThanOrEqual(after * 1.05 + 1e-6);
          if (offset !== null) clock.sample(monotonic, START + offset);
          shown = clock.now(monotonic);
          expect(shown).toBeGreaterThanOrEqual(before);
        }
      }
    }),
  );
});

test('a server that once reports a time ten minutes ahead does not stop the clock of a store', () =>
  withFrozenTimers(async (timers) => {
    let reads = 0;
    // First one read is wrong, then all reads of a sample.
    const wrong = new Set([1, 4, 5, 6]);
    const readTime = (): Promise<Date> => {
      reads += 1;
      return Promise.resolve(new Date(Date.now() + (wrong.has(reads) ? TEN_MINUTES : 0)));
    };
    const clock = new DatabaseClock(readTime, quietLogger);
    await clock.start();
    await clock.calibrate();
    const error = (): number => Math.abs(clock.now().getTime() - timers.now());
    expect(error()).toBeLessThan(60_000);
    await clock.calibrate();
    const then = clock.now().getTime();
    await timers.advance(1_000);
    expect(clock.now().getTime()).toBeGreaterThan(then);
    expect(error()).toBeLessThan(60_000);
    clock.stop();
  }));
