import fc from 'fast-check';
import { PeakReducer } from '../src/waveform/peak-reducer';

const samples = fc.array(fc.integer({ min: -32_768, max: 32_767 }), { maxLength: 400 });
const pairsMax = fc.integer({ min: 1, max: 12 }).map((half) => half * 2);

/** The bytes in chunks that end anywhere, also inside a sample. */
function push(reducer: PeakReducer, sound: readonly number[], cuts: readonly number[]): void {
  const bytes = Buffer.from(Int16Array.from(sound).buffer);
  let at = 0;
  for (const length of [...cuts, bytes.length]) {
    reducer.push(bytes.subarray(at, at + length));
    at = Math.min(bytes.length, at + length);
  }
}

test('each pair is the lowest and the highest sample of its stretch, whatever the chunks', () => {
  fc.assert(
    fc.property(samples, pairsMax, fc.array(fc.nat(9)), (sound, max, cuts) => {
      const reducer = new PeakReducer(max);
      push(reducer, sound, cuts);
      const { samplesPerPair, values } = reducer.peaks();
      const expected = [];
      for (let at = 0; at < sound.length; at += samplesPerPair) {
        const stretch = sound.slice(at, at + samplesPerPair);
        expected.push(Math.min(...stretch), Math.max(...stretch));
      }
      expect(values).toEqual(expected);
    }),
  );
});

test('there are never more pairs than allowed, and at least half as many once the sound is longer', () => {
  fc.assert(
    fc.property(fc.nat(5_000), pairsMax, (length, max) => {
      const reducer = new PeakReducer(max);
      reducer.push(Buffer.alloc(length * 2));
      const { samplesPerPair, values } = reducer.peaks();
      expect(values.length / 2).toBe(Math.ceil(length / samplesPerPair));
      expect(values.length / 2).toBeLessThanOrEqual(max);
      expect(values.length / 2).toBeGreaterThanOrEqual(Math.min(length, max / 2));
    }),
  );
});
