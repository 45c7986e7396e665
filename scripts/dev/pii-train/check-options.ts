import { OperatorError } from '@medley/kit';
import { trainingSets } from '../bench/pii/training-sets';
import { collectionsOf, foldsOf, type HeldBack } from './cross-validate';

export function readRuns(list: string | undefined): number | null {
  const runs = list === undefined ? null : Number(list);
  if (runs !== null && (!Number.isInteger(runs) || runs < 1))
    throw new OperatorError('--runs is a whole number');
  return runs;
}

export function readFolds(list: string): HeldBack[] {
  const folds = Number(list);
  if (!Number.isInteger(folds) || folds < 2) throw new OperatorError('--folds is a whole number from 2');
  return foldsOf(folds);
}

export function readCollections(list: string): HeldBack[] {
  const known = Object.values(trainingSets).flat();
  const sets = list.split(',');
  const unknown = sets.find((set) => !known.includes(set));
  if (unknown !== undefined) throw new OperatorError(`--leave-out ${unknown} is none of ${known.join(', ')}`);
  return collectionsOf(sets);
}

export function readBiases(list: string | undefined): number[] {
  const biases = list?.split(',').map(Number) ?? [];
  if (biases.some((bias) => !Number.isFinite(bias)))
    throw new OperatorError('--biases is a list of numbers, as 0,0.5,1');
  return biases;
}
