/** Hyperparameters; everything tunable is here or in the list of features. */
export interface TrainSettings {
  /** The feature hash table has 2^bits rows. */
  bits: number;
  /** Number of trainings whose weights are averaged. */
  runs: number;
  epochs: number;
  rate: number;
  /** L2 regularization. */
  decay: number;
  /** Feature dropout: share left out for each text in each pass. */
  dropout: number;
  /** Share of the words of each text in each pass that are read as if unknown. */
  wordDropout: number;
  /**
   * Subtracted from the score of “no name” at inference, which favours recall. Chosen by leak on cross-validated texts
   * (`npm run pii:train -- --check --biases …`): the largest that costs hardly any F1.
   */
  outsideBias: number;
  /** Copies of each text with exchanged names, and their weight. */
  swaps: number;
  copyWeight: number;
  /** Texts out of sixteen that get copies in lower and upper case. */
  casesOf16: number;
  /** Texts generated from each template, and their weight. */
  fills: number;
  fillWeight: number;
  /** Weight of the texts of a set, and of those without a name; 1 for others, 0 for none. */
  setWeights: Readonly<Record<string, { named: number; nameless: number }>>;
  seed: number;
}

export const languages = ['ru', 'en'] as const;
export type Language = (typeof languages)[number];

const common = {
  runs: 16,
  rate: 0.7,
  outsideBias: 2.5,
  swaps: 1,
  copyWeight: 0.5,
  fillWeight: 0.3,
  wordDropout: 0.2,
  seed: 1,
};

export const settings: Readonly<Record<Language, TrainSettings>> = {
  ru: {
    ...common,
    bits: 18,
    epochs: 5,
    decay: 0.002,
    dropout: 0.6,
    casesOf16: 4,
    fills: 0,
    setWeights: {
      'ru-ud-names-dev': { named: 1, nameless: 0.3 },
      'ru-ud-names-dev:verse': { named: 0, nameless: 0 },
    },
  },
  en: {
    ...common,
    bits: 19,
    epochs: 8,
    decay: 0.001,
    dropout: 0.6,
    casesOf16: 3,
    fills: 12,
    fillWeight: 0.15,
    setWeights: {
      'en-wnut17-dev': { named: 0.5, nameless: 0.5 },
    },
  },
};
