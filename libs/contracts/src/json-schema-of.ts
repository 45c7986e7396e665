import type Joi from 'joi';

/** A JSON Schema (draft 2020-12) as plain data. */
export type JsonSchema = Record<string, unknown>;

/** What a rule written in code says of itself, as Joi cannot look into it. */
export interface SchemaMeta {
  /** Keywords to set over those that follow from the Joi schema. */
  json?: JsonSchema;
  /** The name under which the schema is shared, where the caller gives a place for such. */
  component?: string;
}

/** The part of Joi's own description that is read here. */
interface Described {
  type?: string;
  flags?: { presence?: string; default?: unknown; only?: boolean; unknown?: boolean; description?: string };
  allow?: unknown[];
  rules?: { name: string; args?: { limit?: unknown; regex?: string } }[];
  keys?: Record<string, Described>;
  items?: Described[];
  matches?: { schema?: Described }[];
  renames?: { from: string; to: string }[];
  whens?: Condition[];
  metas?: SchemaMeta[];
}

interface Condition {
  ref?: { path: string[] };
  is?: Described;
  then?: Described;
  switch?: { is: Described; then: Described }[];
}

type Components = Record<string, JsonSchema>;

/**
 * The JSON Schema of what a Joi schema takes, so that documents and validation have one source. Schemas with a `component`
 * name go into `components` and leave a `$ref` behind. Rules between fields are not told; their description does that.
 */
export function jsonSchemaOf(schema: Joi.Schema, components?: Components): JsonSchema {
  return inline(schema.describe() as Described, components);
}

function convert(described: Described, components?: Components): JsonSchema {
  const name = described.metas?.findLast((meta) => meta.component)?.component;
  if (name === undefined || !components) return inline(described, components);
  components[name] ??= inline(described, components);
  return { $ref: `#/components/schemas/${name}` };
}

function inline(described: Described, components?: Components): JsonSchema {
  const { flags = {}, rules = [], metas = [] } = described;
  return {
    ...(flags.description !== undefined && { description: flags.description }),
    ...typeOf(described),
    ...Object.assign({}, ...rules.map((rule) => keywordsOf(rule, described.type))),
    ...childrenOf(described, components),
    ...(flags.default !== undefined && { default: flags.default }),
    ...Object.assign({}, ...metas.map(({ json }) => json)),
  };
}

function typeOf({ type, flags = {}, allow = [], metas = [] }: Described): JsonSchema {
  if (flags.only) {
    const values = allow.filter((value) => typeof value !== 'object');
    return { type: typeof values[0], enum: values };
  }
  if (type === 'any' || type === 'alternatives') return {};
  const isToldOtherwise = metas.some(({ json }) => json?.['type'] ?? json?.['minLength'] !== undefined);
  const refusesEmpty = type === 'string' && !allow.includes('') && !isToldOtherwise;
  return { type, ...(refusesEmpty && { minLength: 1 }) };
}

type Rule = NonNullable<Described['rules']>[number];

const limitKeywords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  string: { min: 'minLength', max: 'maxLength' },
  number: { min: 'minimum', max: 'maximum' },
  array: { min: 'minItems', max: 'maxItems' },
};

function keywordsOf({ name, args = {} }: Rule, type = 'any'): JsonSchema {
  if (name === 'integer') return { type: 'integer' };
  if (name === 'pattern' && args.regex) return { pattern: args.regex.slice(1, args.regex.lastIndexOf('/')) };
  const keyword = limitKeywords[type]?.[name];
  // A limit that is a reference to another field is no number.
  return keyword && typeof args.limit === 'number' ? { [keyword]: args.limit } : {};
}

function childrenOf(described: Described, components?: Components): JsonSchema {
  const { type, items, matches, whens = [] } = described;
  // A condition on the value itself: whoever does not meet it was refused already.
  const own = whens.find(({ is, ref, then }) => is && then && !ref)?.then;
  if (type === 'object') return objectOf(described, components);
  if (own) return childrenOf(own, components);
  if (matches) {
    return { anyOf: matches.flatMap(({ schema }) => (schema ? [convert(schema, components)] : [])) };
  }
  return items?.[0] ? { items: convert(items[0], components) } : {};
}

function objectOf(described: Described, components?: Components): JsonSchema {
  const { keys, flags = {}, renames = [] } = described;
  if (!keys) return {};
  const entries = Object.entries(keys);
  const choice = entries.find(([, child]) => child.whens?.some((when) => when.switch));
  if (choice) return { type: 'object', oneOf: variantsOf(described, choice, components) };
  const properties = Object.fromEntries(entries.map(([key, child]) => [key, convert(child, components)]));
  for (const { from, to } of renames) properties[from] = { ...properties[to] };
  const required = entries.filter(([, child]) => child.flags?.presence === 'required').map(([key]) => key);
  return {
    properties,
    ...(required.length > 0 && { required }),
    ...(flags.unknown !== true && { additionalProperties: false }),
  };
}

/** One object schema for each value of the field on which the schema of another one hangs. */
function variantsOf(
  described: Described,
  [key, child]: [string, Described],
  components?: Components,
): JsonSchema[] {
  const when = child.whens?.find((condition) => condition.switch);
  const field = when?.ref?.path[0] ?? '';
  return (when?.switch ?? []).map(({ is, then }) => {
    const value = is.allow?.find((allowed) => typeof allowed === 'string');
    const own = described.keys?.[field];
    const keys = { ...described.keys, [key]: then, [field]: { ...own, ...only(value) } };
    return { title: value, type: 'object', ...objectOf({ ...described, keys }, components) };
  });
}

function only(value: unknown): Described {
  return { metas: [{ json: { const: value } }] };
}
