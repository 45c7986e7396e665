const LEVELS = 40;

/** A small schema that takes for ever to try: each level asks the next one twice. Each `title` makes another one of it. */
export function slowSchema(title: string): Record<string, unknown> {
  const $defs = Object.fromEntries(
    Array.from({ length: LEVELS }, (_, level) => {
      const next = { $ref: `#/$defs/l${level + 1}` };
      return [`l${level}`, { anyOf: [next, next] }];
    }),
  );
  return { title, $defs: { ...$defs, [`l${LEVELS}`]: { not: {} } }, $ref: '#/$defs/l0' };
}
