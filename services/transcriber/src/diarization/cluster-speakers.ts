import { comparableSpeaker, speakerDistance, type ComparableSpeaker } from './speaker-distance';
import { SpeakerStatistics } from './speaker-statistics';

export interface ClusterLimits {
  /** Go on until so few are left, also where they differ. */
  atMost: number;
  /** Never go below. */
  atLeast: number;
  /** Pairs that differ by this or more stay apart, unless `atMost` asks for more. */
  apart: number;
  /** Voices that are known to be different, by their index. */
  mayJoin?: (one: number, other: number) => boolean;
}

interface Pair {
  one: number;
  other: number;
  difference: number;
}

/** Join the two most alike voices again and again; the indices of the voices that became one, for each. */
export function clusterSpeakers(
  voices: readonly SpeakerStatistics[],
  background: Float64Array,
  limits: ClusterLimits,
): number[][] {
  const groups = voices.map((voice, index) => ({
    members: [index],
    voice: comparableSpeaker(voice, background),
    // The differences to those before it.
    differences: [] as number[],
  }));
  const mayJoin = (one: readonly number[], other: readonly number[]): boolean =>
    !limits.mayJoin || one.every((a) => other.every((b) => limits.mayJoin?.(a, b)));
  const compare = (one: { members: number[]; voice: ComparableSpeaker }, other: typeof one): number =>
    mayJoin(one.members, other.members) ? speakerDistance(one.voice, other.voice, background) : Infinity;
  groups.forEach((group, index) => {
    group.differences = groups.slice(0, index).map((before) => compare(group, before));
  });
  for (;;) {
    const closest = closestPair(groups.map(({ differences }) => differences));
    const isOver =
      groups.length <= limits.atLeast ||
      (groups.length <= limits.atMost && closest.difference >= limits.apart);
    const [one, other] = [groups[closest.one], groups[closest.other]];
    if (isOver || !one || !other || closest.difference === Infinity)
      return groups.map(({ members }) => members);
    other.members.push(...one.members);
    other.voice = comparableSpeaker(SpeakerStatistics.join([one.voice.all, other.voice.all]), background);
    groups.splice(closest.one, 1);
    for (const { differences } of groups.slice(closest.one)) differences.splice(closest.one, 1);
    other.differences = groups.slice(0, closest.other).map((before) => compare(other, before));
    for (const after of groups.slice(closest.other + 1))
      after.differences[closest.other] = compare(after, other);
  }
}

/** `other` comes before `one`. */
function closestPair(differences: readonly (readonly number[])[]): Pair {
  let closest: Pair = { one: -1, other: -1, difference: Infinity };
  differences.forEach((row, one) =>
    row.forEach((difference, other) => {
      if (difference < closest.difference) closest = { one, other, difference };
    }),
  );
  return closest;
}
