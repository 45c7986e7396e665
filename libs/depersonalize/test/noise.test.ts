import { detect } from '@medley/depersonalize';
import type { Below } from './draw-value';

const COUNT = 2_000;
/** Of numbers that nothing is said of, at most so many are taken for somebody's. */
const ALARMS_MAX = 0.02;

const digits = (below: Below, count: number): string =>
  Array.from({ length: count }, () => String(below(10))).join('');
const hex = (below: Below, count: number): string =>
  Array.from({ length: count }, () => below(16).toString(16)).join('');

/** What texts are full of. */
const kinds: readonly ((below: Below) => string)[] = [
  (below) => digits(below, 3 + below(5)),
  (below) => `${1 + below(999)} ${digits(below, 3)} ${digits(below, 3)},${digits(below, 2)}`,
  (below) => `${1 + below(28)}.0${1 + below(9)}.20${10 + below(15)}`,
  (below) => `${below(24)}:${10 + below(50)}:${10 + below(50)}`,
  (below) => `v${below(20)}.${below(30)}.${below(900)}`,
  (below) => `${below(90)}.${digits(below, 6)}, ${below(180)}.${digits(below, 6)}`,
  (below) => `${hex(below, 8)}-${hex(below, 4)}-4${hex(below, 3)}-a${hex(below, 3)}-${hex(below, 12)}`,
  (below) => hex(below, 40),
  (below) => `17${digits(below, 8)}`,
  (below) => `${digits(below, 2)}-${digits(below, 3)}/${digits(below, 4)}`,
  (below) => `${below(99)}×${below(99)}×${below(99)}`,
  (below) => `${below(99)}-${below(99)}`,
  (below) => `978-5-${digits(below, 5)}-${digits(below, 3)}-${below(10)}`,
];

const carriers = ['Получено %, записали в журнал.', 'The value was % in the report.', '%', 'итог;%;готово'];

describe('random numbers that belong to nobody', () => {
  test('raise hardly an alarm', () => {
    let state = 7;
    const below: Below = (bound) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * bound);
    };
    const alarms = Array.from({ length: COUNT }, (_, i) => {
      const value = kinds[i % kinds.length]?.(below) ?? '';
      const text = (carriers[below(carriers.length)] ?? '').replace('%', value);
      return detect(text).map(({ type, start, end }) => `${type}: ${text.slice(start, end)} in “${text}”`);
    }).flat();

    expect(alarms.slice(0, COUNT * ALARMS_MAX)).toEqual(alarms);
  });
});
