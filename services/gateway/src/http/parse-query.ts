import { validationError } from '../validation/validation-error';
import { requestLimits } from './http-limits';

/**
 * A parsed query. A repeated name, or one like `limit[$gt]`, becomes an array, which every field schema rejects; what was
 * written in brackets is also under its whole name, for the parameters that have members.
 */
export type Query = Record<string, string | string[]>;

export function parseQuery(url: string): Query {
  const found = new Map<string, { values: string[]; isList: boolean }>();
  const add = (name: string, value: string, isList: boolean): void => {
    const known = found.get(name);
    if (known) {
      known.values.push(value);
      known.isList = true;
    } else found.set(name, { values: [value], isList });
  };
  for (const [key, value] of new URLSearchParams(queryOf(url))) {
    const [name = key] = key.split('[', 1);
    add(name, value, name !== key);
    if (name !== key) add(key, value, false);
  }
  return Object.fromEntries(
    [...found].map(([name, { values, isList }]) => [name, isList ? values : (values[0] ?? '')]),
  );
}

/** For every route, before any work. @throws AppError VALIDATION_ERROR when the query has too many parameters */
export function checkQuerySize(url: string): void {
  const max = requestLimits.queryParametersMax;
  const query = queryOf(url);
  let parameters = query === '' ? 0 : 1;
  for (let at = query.indexOf('&'); at !== -1; at = query.indexOf('&', at + 1)) {
    parameters += 1;
    if (parameters > max) {
      throw validationError([{ field: 'query', message: `must not have more than ${max} parameters` }]);
    }
  }
}

function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}
