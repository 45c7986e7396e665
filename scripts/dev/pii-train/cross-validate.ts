import { detect, findPeople } from '@medley/depersonalize';
import { featureMark, Weights, type Lexicons, type PersonModel } from '@medley/person-model';
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
  /** Texts held back from one training each, and judged by it. */
  parts: readonly HeldBack[];
  /** Values subtracted from the score of “no name”, to compare with that of the settings. */
  biases: readonly number[];
  /** Called after each fold. */
  printProgress: (words: string) => void;
}

/** A part of the texts; `has` is asked for each. */
export interface HeldBack {
  name: string;
  has: (text: LabelledText) => boolean;
}

/** Parts of about equal size; a document or template is never split between them. */
export function foldsOf(folds: number): HeldBack[] {
  return Array.from({ length: folds }, (_, fold) => ({
    name: `fold ${fold + 1} of ${folds}`,
    has: ({ key }) => hashKey(key) % folds === fold,
  }));
}

/** A part for each collection: how the model does on texts of a kind nobody trained it on. */
export function collectionsOf(sets: readonly string[]): HeldBack[] {
  return sets.map((name) => ({ name, has: ({ set }) => set === name || set.startsWith(`${name}:`) }));
}

/** A text with the predictions of a model that has not seen its document or template. */
export interface JudgedText {
  of: LabelledText;
  bias: number;
  /** Whether that is the bias in use. */
  isInUse: boolean;
  found: { start: number; end: number; probability: number }[];
}

/** Cross-validation with models packed and used as in production. */
export function crossValidate({
  examples,
  lexicons,
  settings,
  parts,
  biases,
  printProgress,
}: Validation): JudgedText[] {
  return parts.flatMap(({ name, has }) => {
    const isHeldBack = ({ of }: Example): boolean => has(of);
    if (!examples.some(isHeldBack)) return [];
    const trained = trainWeights(
      examples.filter((one) => !isHeldBack(one)),
      settings,
    );
    const models = [...new Set([settings.outsideBias, ...biases])].map((bias) => {
      const bytes = packWeights(trained, bias);
      const weights = new Weights(bytes, { features: featureMark, name });
      return { bias, model: { lexicons, weights: { ru: weights, en: weights } } };
    });
    const texts = examples.filter((one) => isHeldBack(one) && !one.of.isCopy);
    const judged = texts.flatMap(({ of }) => {
      const others = detect(of.text).filter(({ type }) => type !== 'PERSON');
      return models.map(({ bias, model }) => ({
        of,
        bias,
        isInUse: bias === settings.outsideBias,
        found: findAsInUse(of.text, model, others),
      }));
    });
    printProgress(`${name}: ${texts.length} texts`);
    return judged;
  });
}

/** People that remain after overlap resolution, as in production: a name inside an address or a link is part of it. */
function findAsInUse(
  text: string,
  model: PersonModel,
  others: readonly { start: number; end: number }[],
): JudgedText['found'] {
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
