import type { SpanFigures } from './span-counts';

/** A target: a minimum or maximum of a ratio. */
interface Target {
  figure: 'precision' | 'f1' | 'tokenF1' | 'leak';
  atLeast?: number;
  atMost?: number;
}

export interface SetTargets {
  PERSON?: readonly Target[];
  /** Each type that is not PERSON. */
  structured?: readonly Target[];
  /** Figures of other systems by type, published or measured. */
  others?: Readonly<Record<string, string>>;
}

const f1 = (atLeast: number): Target => ({ figure: 'f1', atLeast });
const leak = (atMost: number): Target => ({ figure: 'leak', atMost });
const russianStructured = [leak(0.01), { figure: 'precision', atLeast: 0.97 }] as const;

/** Targets for each kind of text, with the systems to compare with. */
export const targets: Readonly<Record<string, SetTargets>> = {
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

/** The targets of a set that its figures for a type miss, as text. */
export function missedTargets(set: string, type: string, figures: SpanFigures): string[] {
  if (type === 'ALL' || figures.gold === 0) return [];
  const asked = (type === 'PERSON' ? targets[set]?.PERSON : targets[set]?.structured) ?? [];
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
