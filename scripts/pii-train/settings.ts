/** How a model is trained; everything that is tuned is here or in the list of features. */
export interface TrainSettings {
  /** Rows of weights: 2^bits. */
  bits: number;
  /** The weights are the mean of so many trainings. */
  runs: number;
  epochs: number;
  rate: number;
  /** What pulls weights towards zero. */
  decay: number;
  /** The share of features that each text leaves out each time. */
  dropout: number;
  /** Taken from “no name” when reading, so that less is missed. */
  outsideBias: number;
  /** Copies of each text with other names, and what they count. */
  swaps: number;
  copyWeight: number;
  /** Of sixteen texts, so many have copies in small letters and in capitals. */
  casesOf16: number;
  /** Texts made of each template, and what they count. */
  fills: number;
  fillWeight: number;
  /** What texts of a set count; 1 for others. */
  setWeights: Readonly<Record<string, number>>;
  seed: number;
}

export const languages = ['ru', 'en'] as const;
export type Language = (typeof languages)[number];

const common = { runs: 8, rate: 0.7, swaps: 1, copyWeight: 0.5, fillWeight: 0.3, seed: 1 };

export const settings: Readonly<Record<Language, TrainSettings>> = {
  ru: {
    ...common,
    bits: 16,
    epochs: 5,
    decay: 0.002,
    dropout: 0.3,
    outsideBias: 0.5,
    casesOf16: 4,
    fills: 0,
    setWeights: {},
  },
  en: {
    ...common,
    bits: 17,
    epochs: 8,
    decay: 0.001,
    dropout: 0.45,
    outsideBias: 2.5,
    casesOf16: 0,
    fills: 6,
    fillWeight: 0.15,
    setWeights: { 'own-en': 0.5, 'en-wnut17-dev': 0.5 },
  },
};

/** Sets of labelled texts that are trained on, when they are there. */
export const sets: Readonly<Record<Language, readonly string[]>> = {
  ru: ['ru-factrueval-dev', 'ru-constructed-dev'],
  en: ['en-presidio-research-dev', 'en-uner-ewt-dev', 'en-wnut17-dev'],
};
