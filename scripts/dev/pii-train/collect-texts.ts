import { changeCase } from './change-case';
import { exchangeNames } from './exchange-names';
import { fillTemplate } from './fill-template';
import { readMarks, type LabelledText } from './labelled-text';
import type { NameStock } from './name-stock';
import { hashKey } from './hash-key';
import { seededRandom, type Random } from '../seeded-random';
import type { TrainSettings } from './settings';

/** The training data of one model: texts, their augmented copies, and filled templates. */
export function collectTexts(
  { texts, templates }: { texts: readonly LabelledText[]; templates: readonly string[] },
  stock: NameStock,
  settings: TrainSettings,
): LabelledText[] {
  const random = seededRandom(settings.seed);
  return [
    ...texts
      .map((text) => ({ ...text, weight: weightOf(text, settings) }))
      .flatMap((text) => [text, ...(text.weight > 0 ? copiesOf(text, { stock, settings, random }) : [])]),
    ...templates.flatMap((template, i) =>
      Array.from({ length: settings.fills }, (_, copy): LabelledText => {
        const key = `template#${i + 1}`;
        const filled = readMarks(fillTemplate(template, stock, random), key);
        return {
          set: 'templates',
          id: `${key}.${copy}`,
          key,
          ...filled,
          gold: [],
          weight: settings.fillWeight,
          isCopy: true,
        };
      }),
    ),
  ];
}

function weightOf({ set, names }: LabelledText, { setWeights }: TrainSettings): number {
  return setWeights[set]?.[names.length > 0 ? 'named' : 'nameless'] ?? 1;
}

interface CopyMeans {
  stock: NameStock;
  settings: TrainSettings;
  random: Random;
}

function copiesOf(text: LabelledText, { stock, settings, random }: CopyMeans): LabelledText[] {
  const swaps = text.names.length > 0 ? settings.swaps : 0;
  const swapped = Array.from({ length: swaps }, () => exchangeNames(text, stock, random));
  const recased = hashKey(text.key) >>> 28 < settings.casesOf16 ? changeCase(text) : [];
  return [...swapped, ...recased].map((copy) => ({ ...copy, weight: copy.weight * settings.copyWeight }));
}
