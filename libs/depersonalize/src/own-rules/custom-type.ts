/** The type of what an account's own rule finds. */
export type CustomType = `CUSTOM_${string}`;

const PREFIX = 'CUSTOM_';

/** Whether a type is that of an own rule. No detector has such a name. */
export function isCustomType(type: string): type is CustomType {
  return type.startsWith(PREFIX);
}

/** The types of own rules among others, each once. */
export function customTypesIn(types: Iterable<string>): CustomType[] {
  return [...new Set(types)].filter(isCustomType);
}
