import { validationError } from '../validation/validation-error';
import { requestLimits } from './http-limits';

/** A parsed query. A repeated name, or one like `limit[$gt]`, becomes an array, which every field schema rejects. */
export type Query = Record<string, string | string[]>;

export function parseQuery(url: string): Query {
  const found = new Map<string, { values: string[]; isList: boolean }>();
  for (const [key, value] of new URLSearchParams(queryOf(url))) {
    const [name = key] = key.split('[', 1);
    const known = found.get(name);
    if (known) {
      known.values.push(value);
      known.isList = true;
    } else found.set(name, { values: [value], isList: name !== key });
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
