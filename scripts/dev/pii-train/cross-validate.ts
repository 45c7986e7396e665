import {
  detect,
  featureMark,
  findPeople,
  Weights,
  type Lexicons,
  type PersonModel,
} from '@medley/depersonalize';
import { SpanScorer } from '../bench/pii/span-scorer';
import type { SpanFigures } from '../bench/pii/span-counts';
import type { Example } from './example';
import { hashKey } from './hash-key';
import type { LabelledText } from './labelled-text';
import { packWeights } from './pack-weights';
import type { TrainSettings } from './settings';
import { trainWeights } from './train-weights';

export interface Validation {
  examples: readonly Example[];
  lexicons: Lexicons;
  settings: TrainSettings;
  folds: number;
  /** Values subtracted from the score of “no name”, to compare; default: that of the settings. */
  biases?: readonly number[];
  /** Called after each fold. */
  printProgress: (words: string) => void;
}

/** A text with the predictions of a model that has not seen its document or template. */
export interface JudgedText {
  of: LabelledText;
  bias: number;
  found: { start: number; end: number }[];
}

/** k-fold cross-validation with models packed and used as in production. */
export function crossValidate({
  examples,
  lexicons,
  settings,
  folds,
  biases = [settings.outsideBias],
  printProgress,
}: Validation): JudgedText[] {
  return Array.from({ length: folds }, (_, fold) => {
    const isHeldBack = ({ of }: Example): boolean => hashKey(of.key) % folds === fold;
    const trained = trainWeights(
      examples.filter((one) => !isHeldBack(one)),
      settings,
    );
    const models = biases.map((bias) => {
      const bytes = packWeights(trained, bias);
      const weights = new Weights(bytes, { features: featureMark, name: `fold ${fold + 1}` });
      return { bias, model: { lexicons, weights: { ru: weights, en: weights } } };
    });
    const texts = examples.filter((one) => isHeldBack(one) && !one.of.isCopy);
    const judged = texts.flatMap(({ of }) => {
      const others = detect(of.text).filter(({ type }) => type !== 'PERSON');
      return models.map(({ bias, model }) => ({ of, bias, found: findAsInUse(of.text, model, others) }));
    });
    printProgress(`fold ${fold + 1} of ${folds}: ${texts.length} texts`);
    return judged;
  }).flat();
}

/** People that remain after overlap resolution, as in production: a name inside an address or a link is part of it. */
function findAsInUse(
  text: string,
  model: PersonModel,
  others: readonly { start: number; end: number }[],
): { start: number; end: number }[] {
  return findPeople(text, model).filter(
    (person) => !others.some(({ start, end }) => start < person.end && person.start < end),
  );
}

/** The figures of PERSON for each set. */
export function figuresBySet(judged: readonly JudgedText[]): Map<string, SpanFigures> {
  const scorers = new Map<string, SpanScorer>();
  for (const { of, found } of judged) {
    const scorer = scorers.get(of.set) ?? new SpanScorer();
    scorers.set(of.set, scorer);
    scorer.add(
      { text: of.text, spans: of.gold, scope: ['PERSON'] },
      found.map(({ start, end }) => ({ start, end, type: 'PERSON' })),
    );
  }
  return new Map(
    [...scorers].flatMap(([set, scorer]) => {
      const figures = scorer.figures().get('PERSON');
      return figures ? [[set, figures] as const] : [];
    }),
  );
}
