/** A query as data to validate: a name that comes twice, or like `limit[$gt]`, is an array, which no field takes. */
export type Query = Record<string, string | string[]>;

export function parseQuery(url: string): Query {
  const at = url.indexOf('?');
  const values = new Map<string, string | string[]>();
  if (at === -1) return {};
  for (const [key, value] of new URLSearchParams(url.slice(at + 1))) {
    const [name = key] = key.split('[', 1);
    const before = values.get(name);
    if (before === undefined && name === key) values.set(name, value);
    else values.set(name, [...(before === undefined ? [] : [before].flat()), value]);
  }
  return Object.fromEntries(values);
}
