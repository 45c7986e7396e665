import fc from 'fast-check';
import { Fifo } from '../src/fifo';

test('items come out once, in their order, however many are in', () => {
  const steps = fc.array(fc.integer({ min: -3_000, max: 3_000 }), { maxLength: 8 });
  const scenario = (changes: number[]): void => {
    const fifo = new Fifo<number>();
    const model: number[] = [];
    let next = 0;
    for (const change of changes) {
      for (let count = 0; count < change; count += 1) {
        fifo.push(next);
        model.push(next);
        next += 1;
      }
      const taken = Array.from({ length: Math.max(0, -change) }, () => fifo.shift());
      const wanted = model.splice(0, taken.length);
      expect(taken.filter((item) => item !== undefined)).toEqual(wanted);
      expect(fifo.size).toBe(model.length);
    }
  };
  fc.assert(fc.property(steps, scenario), { numRuns: 50 });
});
