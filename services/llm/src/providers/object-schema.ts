type Schema = Record<string, unknown>;

/** A schema with an object as its root. */
export interface ObjectSchema {
  schema: Schema;
  /** Extracts the JSON text of the requested value from the JSON text of the object. */
  unwrap(text: string): string;
}

const KEY = 'answer';
const definitions = ['$defs', 'definitions'] as const;

/**
 * Converts a schema to one whose root is an object, as strict mode and tool calls require: any other root becomes a property.
 * Null when that would break references inside the schema.
 */
export function objectSchema(schema: Schema): ObjectSchema | null {
  if (schema['type'] === 'object') return { schema, unwrap: (text) => text };
  if (!refersToDefinitionsOnly(schema)) return null;
  const { $schema, $defs, definitions: drafts, ...root } = schema;
  const kept = Object.entries({ $schema, $defs, definitions: drafts }).filter(
    ([, value]) => value !== undefined,
  );
  return {
    schema: {
      ...Object.fromEntries(kept),
      type: 'object',
      properties: { [KEY]: root },
      required: [KEY],
      additionalProperties: false,
    },
    unwrap,
  };
}

/** Returns the text unchanged when it is not wrapped: the server may not have enforced the schema. */
function unwrap(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return text;
    const [[key, inner] = [], ...others] = Object.entries(value);
    return key === KEY && others.length === 0 ? JSON.stringify(inner) : text;
  } catch {
    return text;
  }
}

function refersToDefinitionsOnly(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return true;
  return Object.entries(node).every(([key, value]) => {
    if (typeof value !== 'string') return refersToDefinitionsOnly(value);
    if (key === '$id' || key === '$anchor' || key === '$dynamicRef' || key === '$recursiveRef') return false;
    return key !== '$ref' || definitions.some((name) => value.startsWith(`#/${name}/`));
  });
}
