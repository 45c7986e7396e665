import { CrfTrainer, type TrainedWeights } from './crf-trainer';
import type { Example } from './example';
import { seededRandom, type Random } from '../seeded-random';
import type { TrainSettings } from './settings';

/** Learning rate of the last epoch relative to the first. */
const SLOWEST = 0.3;

/** Train several times with different orders and dropout, and average the weights. */
export function trainWeights(examples: readonly Example[], settings: TrainSettings): TrainedWeights {
  const sum = emptyWeights(settings);
  for (let run = 0; run < settings.runs; run += 1) {
    trainOnce(examples, settings, { sum, random: seededRandom(settings.seed + run) });
  }
  const count = settings.runs * countedEpochs(settings);
  return { rows: sum.rows.map((value) => value / count), pairs: sum.pairs.map((value) => value / count) };
}

function emptyWeights({ bits }: TrainSettings): TrainedWeights {
  const { rows, pairs } = new CrfTrainer(bits).weights;
  return { rows, pairs };
}

/** Average only the later half of the epochs. */
function countedEpochs({ epochs }: TrainSettings): number {
  return Math.ceil(epochs / 2);
}

function trainOnce(
  examples: readonly Example[],
  settings: TrainSettings,
  { sum, random }: { sum: TrainedWeights; random: Random },
): void {
  const { epochs, dropout, wordDropout, decay } = settings;
  const trainer = new CrfTrainer(settings.bits);
  const order = examples.filter(({ of }) => of.weight > 0);
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random);
    const rate = settings.rate * (1 - (epoch / epochs) * (1 - SLOWEST));
    for (const example of order) trainer.trainStep(example, { rate, dropout, wordDropout, decay, random });
    if (epoch < epochs - countedEpochs(settings)) continue;
    addTo(sum.rows, trainer.weights.rows);
    addTo(sum.pairs, trainer.weights.pairs);
  }
}

function shuffle(list: Example[], random: Random): void {
  for (let i = list.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    const [a, b] = [list[i], list[j]];
    if (a && b) [list[i], list[j]] = [b, a];
  }
}

function addTo(sums: Float32Array, values: Float32Array): void {
  for (let i = 0; i < sums.length; i += 1) sums[i] = (sums[i] ?? 0) + (values[i] ?? 0);
}
