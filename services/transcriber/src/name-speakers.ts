/** Maps speaker labels to `A`, `B`, … in the order in which the speakers first speak. */
export function nameSpeakers(
  parts: readonly { start: number; speaker: string | null }[],
): ReadonlyMap<string, string> {
  const inOrder = parts.toSorted((one, other) => one.start - other.start);
  const labels = new Set(inOrder.flatMap(({ speaker }) => (speaker === null ? [] : [speaker])));
  return new Map([...labels].map((label, index) => [label, letterAt(index)]));
}

/** Like the columns of a spreadsheet: … `Z`, `AA`, `AB`. */
function letterAt(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterAt(Math.floor(index / 26) - 1) + last;
}
