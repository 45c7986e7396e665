/** Keywords that strict mode of OpenAI and compatible servers does not support. */
const unsupportedKeywords = [
  'allOf',
  'oneOf',
  'not',
  'if',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
  'propertyNames',
  'contains',
  'prefixItems',
  'uniqueItems',
];

/**
 * Whether strict mode accepts a schema: every object in it requires all its properties and allows no others. Other
 * schemas are sent with `strict: false`, because servers refuse them in strict mode.
 */
export function isStrictSchema(schema: unknown): boolean {
  return isRecord(schema) && schema['anyOf'] === undefined && isStrictNode(schema);
}

function isStrictNode(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return true;
  if (Array.isArray(schema)) return schema.every(isStrictNode);
  const node = schema as Record<string, unknown>;
  return isStrictObject(node) && Object.values(node).every(isStrictNode);
}

function isStrictObject(node: Record<string, unknown>): boolean {
  if (unsupportedKeywords.some((keyword) => keyword in node)) return false;
  const isObject = node['type'] === 'object' || isRecord(node['properties']);
  if (!isObject) return true;
  const required = Array.isArray(node['required']) ? node['required'] : [];
  const properties = isRecord(node['properties']) ? Object.keys(node['properties']) : [];
  return node['additionalProperties'] === false && properties.every((name) => required.includes(name));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
