/** `A`, `B`, … for each label, in the order in which the speakers are first heard. */
export function nameSpeakers(
  spoken: readonly { start: number; speaker: string | null }[],
): ReadonlyMap<string, string> {
  const inOrder = spoken.toSorted((one, other) => one.start - other.start);
  const labels = new Set(inOrder.flatMap(({ speaker }) => (speaker === null ? [] : [speaker])));
  return new Map([...labels].map((label, index) => [label, letterAt(index)]));
}

/** Counts like the columns of a sheet: … `Z`, `AA`, `AB`. */
function letterAt(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterAt(Math.floor(index / 26) - 1) + last;
}
