const LEVELS = 40;

/** A small JSON Schema whose check takes exponential time: each level applies the next one twice. `title` defeats caches. */
export function slowSchema(title: string): Record<string, unknown> {
  const $defs = Object.fromEntries(
    Array.from({ length: LEVELS }, (_, level) => {
      const next = { $ref: `#/$defs/l${level + 1}` };
      return [`l${level}`, { anyOf: [next, next] }];
    }),
  );
  return { title, $defs: { ...$defs, [`l${LEVELS}`]: { not: {} } }, $ref: '#/$defs/l0' };
}
