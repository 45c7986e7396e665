/**
 * Find the nearest ancestor of `step` that matches, breadth-first in the order of `depends_on`. This defines whose media or
 * mapping a step gets. The graph must have no cycle.
 */
export function findNearestAncestor<S extends { depends_on: readonly string[] }>(
  graph: ReadonlyMap<string, S>,
  step: { depends_on: readonly string[] },
  matches: (ancestor: S) => boolean,
): S | null {
  const queue = [...step.depends_on];
  const seen = new Set<string>();
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    const ancestor = graph.get(id);
    if (!ancestor || seen.has(id)) continue;
    if (matches(ancestor)) return ancestor;
    seen.add(id);
    queue.push(...ancestor.depends_on);
  }
  return null;
}
