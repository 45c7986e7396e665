/** The part of a JSON Schema that decides how an option is asked for. */
interface OptionSchema {
  type?: string;
  enum?: (string | number)[];
  anyOf?: OptionSchema[];
  items?: OptionSchema;
  description?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

export type OptionKind =
  | { kind: 'choice'; values: (string | number)[] }
  | { kind: 'flag' }
  | { kind: 'number'; isWhole: boolean; min: number | undefined; max: number | undefined }
  | { kind: 'text'; isLong: boolean }
  /** Any of these values. */
  | { kind: 'set'; values: (string | number)[] }
  /** Texts, one in a line. */
  | { kind: 'lines' }
  /** Too rich for a form. */
  | { kind: 'json' };

export interface OptionDescription {
  name: string;
  description: string | null;
  input: OptionKind;
}

const LONG_TEXT = 500;

/** What a step may be asked to do, from the JSON Schema of its options; other spellings of a name are left out. */
export function describeOptions(schema: Record<string, unknown>): OptionDescription[] {
  const properties = (schema['properties'] ?? {}) as Record<string, OptionSchema>;
  return Object.entries(properties)
    .filter(([name]) => name === name.toLowerCase())
    .map(([name, option]) => ({ name, description: option.description ?? null, input: kindOf(option) }));
}

function kindOf(schema: OptionSchema): OptionKind {
  const { type, enum: values, anyOf = [] } = schema;
  if (values) return { kind: 'choice', values };
  if (type === 'boolean') return { kind: 'flag' };
  if (type === 'integer' || type === 'number') return numberKind(schema);
  if (type === 'string' || isTexts(anyOf))
    return { kind: 'text', isLong: (schema.maxLength ?? 0) > LONG_TEXT };
  if (type === 'array') return listKind(schema.items ?? {});
  return { kind: 'json' };
}

function numberKind({ type, minimum, maximum, anyOf = [] }: OptionSchema): OptionKind {
  const least = [minimum, ...anyOf.map((part) => part.minimum)].filter((one) => one !== undefined);
  const most = [maximum, ...anyOf.map((part) => part.maximum)].filter((one) => one !== undefined);
  return {
    kind: 'number',
    isWhole: type === 'integer',
    min: least.length > 0 ? Math.min(...least) : undefined,
    max: most.length > 0 ? Math.max(...most) : undefined,
  };
}

function listKind({ enum: values, type, anyOf = [] }: OptionSchema): OptionKind {
  if (values) return { kind: 'set', values };
  return type === 'string' || anyOf.some((part) => part.type === 'string')
    ? { kind: 'lines' }
    : { kind: 'json' };
}

function isTexts(schemas: readonly OptionSchema[]): boolean {
  return schemas.length > 0 && schemas.every(({ type }) => type === 'string');
}
