import type Joi from 'joi';
import type { Logger } from './create-logger';
import { environment } from './load-config';

/** Shorter names resemble each other by chance. */
const LENGTH_MIN = 8;

/** Warn of variables that no schema knows and that look like a setting: `LLM_BASEURL` for `LLM_BASE_URL`. */
export function warnOfTypos(
  logger: Pick<Logger, 'warn'>,
  schemas: readonly Joi.ObjectSchema[],
  env = environment(),
): void {
  const known = [...new Set(schemas.flatMap((schema) => Object.keys(schema.describe()['keys'] as object)))];
  for (const { name, meant } of findTypos(known, Object.keys(env)))
    logger.warn('a variable is not a setting, but looks like one', { reason: `${name}, for ${meant}?` });
}

/** Unknown names that differ from a known one in underscores only, or in one character or a swap of two. */
export function findTypos(
  known: readonly string[],
  names: readonly string[],
): { name: string; meant: string }[] {
  return names.flatMap((name) => {
    if (known.includes(name) || name.length < LENGTH_MIN || !/^[A-Z][A-Z0-9_]*$/.test(name)) return [];
    const meant = known.find((one) => one.length >= LENGTH_MIN && isSimilar(one, name));
    return meant === undefined ? [] : [{ name, meant }];
  });
}

function isSimilar(one: string, other: string): boolean {
  return one.replaceAll('_', '') === other.replaceAll('_', '') || differsOnce(one, other);
}

/** Whether one character was added, left out or replaced, or two neighbours were swapped. */
function differsOnce(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [restOne, restOther] = [one.slice(start), other.slice(start)];
  const swapped = `${restOne[1] ?? ''}${restOne[0] ?? ''}${restOne.slice(2)}`;
  return (
    restOne.slice(1) === restOther ||
    restOne === restOther.slice(1) ||
    restOne.slice(1) === restOther.slice(1) ||
    swapped === restOther
  );
}
