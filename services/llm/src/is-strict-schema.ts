/**
 * Whether a schema is of the kind that strict decoding takes: every object names all its properties as required and
 * allows no others. Anything else is sent with `strict: false`, because strict servers turn it down.
 */
export function isStrictSchema(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return true;
  if (Array.isArray(schema)) return schema.every(isStrictSchema);
  return isStrictObject(schema as Record<string, unknown>) && Object.values(schema).every(isStrictSchema);
}

function isStrictObject(node: Record<string, unknown>): boolean {
  const isObject = node['type'] === 'object' || isRecord(node['properties']);
  if (!isObject) return true;
  const required = Array.isArray(node['required']) ? node['required'] : [];
  const properties = isRecord(node['properties']) ? Object.keys(node['properties']) : [];
  return node['additionalProperties'] === false && properties.every((name) => required.includes(name));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
