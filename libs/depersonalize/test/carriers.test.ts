import { detect } from '@medley/depersonalize';
import type { Below } from './draw-value';
import { fillCarrier, readCarriers, type LabelledText } from './read-carriers';

/** Draws for each slot, so that a detector cannot live on one lucky number. */
const DRAWS = 3;

/** A small generator with a seed: the same values every time. */
function seeded(seed: number): Below {
  let state = seed;
  return (bound) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * bound);
  };
}

/** The texts of a carrier: one when it has nothing to draw. */
function fillings(carrier: string, row: number): LabelledText[] {
  const drawn = Array.from({ length: DRAWS }, (_, draw) =>
    fillCarrier(carrier, seeded(row * 1_000 + draw * 7 + 1)),
  );
  return drawn.filter(({ text }, i) => drawn.findIndex((other) => other.text === text) === i);
}

/** Carriers in which other spans are found than those written there, names aside. */
function misread(name: string): { text: string; found: string[]; wanted: string[] }[] {
  return readCarriers(name).flatMap((carrier, row) =>
    fillings(carrier, row)
      .map(({ text, spans }) => {
        const show = ({ start, end, type }: (typeof spans)[number]): string =>
          `${type} ${text.slice(start, end)}`;
        const found = detect(text).filter(({ type }) => type !== 'PERSON');
        return { text, found: found.map(show), wanted: spans.map(show) };
      })
      .filter(({ found, wanted }) => found.join('\n') !== wanted.join('\n')),
  );
}

describe('texts of many kinds around drawn values', () => {
  test.each(['russian', 'russian-addresses', 'russian-documents', 'english', 'english-addresses'])(
    '%s: every value is found whole, and nothing else',
    (name) => {
      expect(misread(name)).toEqual([]);
    },
  );

  test.each(['look-alikes', 'english-look-alikes', 'document-look-alikes'])(
    '%s: nothing is found',
    (name) => {
      expect(misread(name)).toEqual([]);
    },
  );
});
