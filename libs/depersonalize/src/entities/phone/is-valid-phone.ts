import { createRequire } from 'node:module';
import type { CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { lazy } from '../../text/lazy';

const load = createRequire(__filename);

/** The numbering plans of all countries, loaded with the first number that needs them: Russian ones do not. */
const plans = lazy(
  () => load('libphonenumber-js/max') as { parsePhoneNumberFromString: typeof parsePhoneNumberFromString },
);

/** Whether a number is one of a country, or with its code of any. */
export function isValidPhone(written: string, country?: CountryCode): boolean {
  return plans().parsePhoneNumberFromString(written, country)?.isValid() ?? false;
}
