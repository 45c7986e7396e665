import type { SpanFigures } from './span-counts';

/** A figure that has to be reached: a share, at least or at most so much. */
export interface Mark {
  figure: 'precision' | 'f1' | 'tokenF1' | 'leak';
  atLeast?: number;
  atMost?: number;
}

export interface SetMarks {
  PERSON?: readonly Mark[];
  /** Each type that is not PERSON. */
  structured?: readonly Mark[];
  /** What others reach there, as published or measured, by type. */
  others?: Readonly<Record<string, string>>;
}

const f1 = (atLeast: number): Mark => ({ figure: 'f1', atLeast });
const leak = (atMost: number): Mark => ({ figure: 'leak', atMost });
const russianStructured = [leak(0.01), { figure: 'precision', atLeast: 0.97 }] as const;

/** What is asked for on each kind of text, and who stands beside it. */
export const marks: Readonly<Record<string, SetMarks>> = {
  'ru-factrueval-dev': {
    PERSON: [f1(0.88), { figure: 'tokenF1', atLeast: 0.935 }, leak(0.05)],
    others: {
      PERSON: 'token F1: slovnet_bert .973, slovnet .959, tomita .929, pullenti .905, spacy-ru .901',
    },
  },
  'ru-constructed-dev': {
    PERSON: [f1(0.95), leak(0.012)],
    structured: russianStructured,
    others: { PHONE: 'libphonenumber-js F1 .960, leak .000' },
  },
  'ru-id-vectors-dev': {
    structured: russianStructured,
    others: { PHONE: 'libphonenumber-js F1 .786, leak .118' },
  },
  'en-presidio-research-dev': {
    PERSON: [f1(0.89), leak(0.07)],
    structured: [leak(0.03)],
    others: {
      PERSON: 'compromise F1 .528, leak .402',
      PHONE: 'libphonenumber-js F1 .339, leak .758',
      ALL: 'Presidio, all 1500, IoU ≥ .9: F2 .618; with a transformer .845',
    },
  },
  'en-uner-ewt-dev': { PERSON: [f1(0.78)], others: { PERSON: 'compromise F1 .554, leak .296' } },
  'en-wnut17-dev': { others: { PERSON: 'compromise F1 .266, leak .712' } },
};

/** The marks of a set for a type that its figures do not reach, in words. */
export function missedMarks(set: string, type: string, figures: SpanFigures): string[] {
  if (type === 'ALL' || figures.gold === 0) return [];
  const asked = (type === 'PERSON' ? marks[set]?.PERSON : marks[set]?.structured) ?? [];
  return asked.flatMap(({ figure, atLeast, atMost }) => {
    const reached = figures[figure];
    if (reached === null) return [];
    if (atLeast !== undefined && reached < atLeast) return [`${figure} ${show(reached)} < ${show(atLeast)}`];
    if (atMost !== undefined && reached > atMost) return [`${figure} ${show(reached)} > ${show(atMost)}`];
    return [];
  });
}

function show(share: number): string {
  return share.toFixed(3);
}
