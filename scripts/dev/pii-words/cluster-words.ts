import type { Random } from '../seeded-random';
import type { WordVectors } from './read-vectors';

/** Initial centres are drawn from this many most frequent words. */
const FREQUENT = 30_000;

export type Vectors = Pick<WordVectors, 'dimensions' | 'values'>;

export interface Clusters {
  /** The number of the cluster of each vector. */
  numbers: Uint16Array;
  centres: Float32Array;
}

/** Group vectors of length 1 by their direction (spherical k-means). */
export function clusterVectors(
  vectors: Vectors,
  { clusters, rounds, random }: { clusters: number; rounds: number; random: Random },
): Clusters {
  const { dimensions, values } = vectors;
  const count = values.length / dimensions;
  const vectorAt = (at: number): Float32Array => values.subarray(at * dimensions, (at + 1) * dimensions);
  const centres = new Float32Array(clusters * dimensions);
  drawDistinct(clusters, Math.min(FREQUENT, count), random).forEach((at, cluster) => {
    centres.set(vectorAt(at), cluster * dimensions);
  });
  const numbers = new Uint16Array(count);
  for (let round = 0; round < rounds; round += 1) {
    for (let at = 0; at < count; at += 1) numbers[at] = nearestCentre(vectorAt(at), centres);
    moveCentres(centres, numbers, vectors);
  }
  return { numbers, centres };
}

function drawDistinct(count: number, below: number, random: Random): number[] {
  const drawn = new Set<number>();
  while (drawn.size < Math.min(count, below)) drawn.add(Math.floor(random() * below));
  return [...drawn];
}

function nearestCentre(vector: Float32Array, centres: Float32Array): number {
  const size = vector.length;
  let best = 0;
  let most = -Infinity;
  for (let centre = 0; centre * size < centres.length; centre += 1) {
    const start = centre * size;
    let likeness = 0;
    for (let i = 0; i < size; i += 1) likeness += (vector[i] ?? 0) * (centres[start + i] ?? 0);
    if (likeness <= most) continue;
    most = likeness;
    best = centre;
  }
  return best;
}

function moveCentres(
  centres: Float32Array,
  nearest: Uint16Array,
  { dimensions: size, values }: Vectors,
): void {
  const sums = new Float32Array(centres.length);
  nearest.forEach((centre, word) => {
    for (let i = 0; i < size; i += 1) {
      const at = centre * size + i;
      sums[at] = (sums[at] ?? 0) + (values[word * size + i] ?? 0);
    }
  });
  for (let start = 0; start < sums.length; start += size) {
    const length = Math.hypot(...sums.subarray(start, start + size));
    // A centre without words keeps its position.
    if (length > 0) for (let i = start; i < start + size; i += 1) centres[i] = (sums[i] ?? 0) / length;
  }
}
