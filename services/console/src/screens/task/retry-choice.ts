import type { TaskStep } from '@medley/client/browser';

/** The steps of a retry: those that did not succeed, the chosen ones, and everything below them. */
export function stepsThatRun(steps: readonly TaskStep[], chosen: ReadonlySet<string>): TaskStep[] {
  const running = new Set(
    steps.filter(({ id, status }) => status !== 'completed' || chosen.has(id)).map(({ id }) => id),
  );
  // Each round adds at least one step, or is the last.
  for (let before = -1; before < running.size;) {
    before = running.size;
    for (const { id, depends_on } of steps)
      if (depends_on.some((above) => running.has(above))) running.add(id);
  }
  return steps.filter(({ id }) => running.has(id));
}

/** The options that differ from those the steps had, and the steps whose text is no JSON object. */
export function readOptions(
  steps: readonly TaskStep[],
  texts: Readonly<Record<string, string>>,
): { options: Record<string, Record<string, unknown>>; invalid: ReadonlySet<string> } {
  const options: Record<string, Record<string, unknown>> = {};
  const invalid = new Set<string>();
  for (const step of steps) {
    const text = texts[step.id];
    if (text === undefined) continue;
    const read = parseObject(text);
    if (!read) invalid.add(step.id);
    else if (JSON.stringify(read) !== JSON.stringify(step.options)) options[step.id] = read;
  }
  return { options, invalid };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
