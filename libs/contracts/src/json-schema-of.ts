import type Joi from 'joi';

/** A JSON Schema (draft 2020-12) as plain data. */
export type JsonSchema = Record<string, unknown>;

/** Metadata of a Joi schema with custom rules, which Joi cannot describe. */
interface SchemaMeta {
  /** JSON Schema keywords that override the ones derived from the Joi schema. */
  json?: JsonSchema;
  /** Name of the shared schema, used when the caller passes `components`. */
  component?: string;
}

/** The part of Joi's `describe()` output that is read here. */
interface Described {
  type?: string;
  flags?: { presence?: string; default?: unknown; only?: boolean; unknown?: boolean; description?: string };
  allow?: unknown[];
  rules?: { name: string; args?: { limit?: unknown; regex?: string } }[];
  keys?: Record<string, Described>;
  items?: Described[];
  matches?: { schema?: Described; then?: Described; otherwise?: Described }[];
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
 * Convert a Joi schema into a JSON Schema, so that documentation and validation have one source. Schemas with a `component`
 * name go into `components` and are replaced by a `$ref`. Rules between fields are not converted; descriptions state them.
 */
export function jsonSchemaOf(schema: Joi.Schema, components?: Components): JsonSchema {
  return inline(schema.describe(), components);
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
  const hasOwnKeywords = metas.some(
    ({ json }) => json?.['type'] !== undefined || json?.['minLength'] !== undefined,
  );
  const refusesEmpty = type === 'string' && !allow.includes('') && !hasOwnKeywords;
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
  // A limit may be a reference to another field, which JSON Schema cannot express.
  return keyword && typeof args.limit === 'number' ? { [keyword]: args.limit } : {};
}

function childrenOf(described: Described, components?: Components): JsonSchema {
  const { type, items, matches, whens = [] } = described;
  // A condition on the value itself: a value that does not meet it is refused anyway.
  const own = whens.find(({ is, ref, then }) => is && then && !ref)?.then;
  if (type === 'object') return objectOf(described, components);
  if (own) return childrenOf(own, components);
  if (matches) {
    const choices = matches.flatMap(({ schema, then, otherwise }) => [schema, then, otherwise]);
    return { anyOf: choices.flatMap((choice) => (choice ? [convert(choice, components)] : [])) };
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

/** One object schema for each value of the field that another field's schema depends on. */
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
