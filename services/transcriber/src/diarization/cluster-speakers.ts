import { comparableSpeaker, speakerDistance, type ComparableSpeaker } from './speaker-distance';
import { SpeakerStatistics } from './speaker-statistics';

export interface ClusterLimits {
  /** Largest number of clusters: similar ones are merged down to it, whatever their distance. */
  atMost: number;
  /** Smallest number of clusters. */
  atLeast: number;
  /** Clusters at this distance or farther apart are merged only to reach `atMost`. */
  distanceMin: number;
  /** Whether two speakers, by their indexes, may be merged; default: always. */
  mayMerge?: (one: number, other: number) => boolean;
}

interface Pair {
  one: number;
  other: number;
  distance: number;
}

/**
 * Agglomerative clustering: merges the two closest speakers until the limits are met. Returns the indexes of the merged
 * speakers for each cluster. `background` is the covariance of all speech of the recording.
 */
export function clusterSpeakers(
  speakers: readonly SpeakerStatistics[],
  background: Float64Array,
  limits: ClusterLimits,
): number[][] {
  const clusters = speakers.map((speaker, index) => ({
    members: [index],
    speaker: comparableSpeaker(speaker, background),
    /** Distances to the preceding clusters. */
    distances: [] as number[],
  }));
  const mayMerge = (one: readonly number[], other: readonly number[]): boolean =>
    !limits.mayMerge || one.every((a) => other.every((b) => limits.mayMerge?.(a, b)));
  const compare = (one: { members: number[]; speaker: ComparableSpeaker }, other: typeof one): number =>
    mayMerge(one.members, other.members) ? speakerDistance(one.speaker, other.speaker, background) : Infinity;
  clusters.forEach((cluster, index) => {
    cluster.distances = clusters.slice(0, index).map((before) => compare(cluster, before));
  });
  for (;;) {
    const closest = closestPair(clusters.map(({ distances }) => distances));
    const isDone =
      clusters.length <= limits.atLeast ||
      (clusters.length <= limits.atMost && closest.distance >= limits.distanceMin);
    const [one, other] = [clusters[closest.one], clusters[closest.other]];
    if (isDone || !one || !other || closest.distance === Infinity)
      return clusters.map(({ members }) => members);
    other.members.push(...one.members);
    other.speaker = comparableSpeaker(
      SpeakerStatistics.join([one.speaker.all, other.speaker.all]),
      background,
    );
    clusters.splice(closest.one, 1);
    for (const { distances } of clusters.slice(closest.one)) distances.splice(closest.one, 1);
    other.distances = clusters.slice(0, closest.other).map((before) => compare(other, before));
    for (const after of clusters.slice(closest.other + 1))
      after.distances[closest.other] = compare(after, other);
  }
}

/** The indexes of the pair with the smallest distance; `other` < `one`. */
function closestPair(distances: readonly (readonly number[])[]): Pair {
  let closest: Pair = { one: -1, other: -1, distance: Infinity };
  distances.forEach((row, one) =>
    row.forEach((distance, other) => {
      if (distance < closest.distance) closest = { one, other, distance };
    }),
  );
  return closest;
}
