export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [member: string]: Json;
}

/** By which member Kubernetes identifies the items of a list; other lists are replaced as a whole. */
const keys: Readonly<Record<string, string>> = {
  containers: 'name',
  env: 'name',
  ports: 'containerPort',
  volumes: 'name',
  volumeMounts: 'mountPath',
  topologySpreadConstraints: 'topologyKey',
};

/** Merge a patch into an object as Kubernetes does (strategic merge patch, without its directives). */
export function mergeStrategically(base: JsonObject, patch: JsonObject): JsonObject {
  const merged: JsonObject = structuredClone(base);
  for (const [member, value] of Object.entries(patch)) {
    const before = merged[member];
    if (isObject(before) && isObject(value)) merged[member] = mergeStrategically(before, value);
    else if (Array.isArray(before) && Array.isArray(value))
      merged[member] = mergeLists(member, before, value);
    else merged[member] = structuredClone(value);
  }
  return merged;
}

function mergeLists(member: string, base: Json[], patch: Json[]): Json[] {
  const key = keys[member];
  if (key === undefined) return structuredClone(patch);
  const merged = structuredClone(base) as JsonObject[];
  for (const item of patch as JsonObject[]) {
    const index = merged.findIndex((one) => one[key] === item[key]);
    const before = merged[index];
    if (before) merged[index] = mergeStrategically(before, item);
    else merged.push(structuredClone(item));
  }
  return merged;
}

/** The same with lists of identified items sorted, to compare objects whatever the order of such items. */
export function sortItems(value: Json, member = ''): Json {
  if (Array.isArray(value)) {
    const key = keys[member];
    const items = value.map((item) => sortItems(item));
    const of = (item: Json): string => String(isObject(item) && key !== undefined ? item[key] : '');
    return key === undefined ? items : items.sort((a, b) => of(a).localeCompare(of(b)));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sortItems(one, name)]));
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
