import { alternatives } from './word-lists';

const oneOf = alternatives('text');
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const MONTH = '(?:0?[1-9]|1[0-2])';
const YEAR = '(?:1[89]\\d{2}|20\\d{2})';
const B = '[ \\u00a0]';
/** A sign between the numbers of a date, with blanks as in the fields of a form. */
const SIGN = `${B}{0,2}[./-]${B}{0,2}`;
const russianMonth = `${oneOf('russian-months')}\\.?(?!\\p{L})`;
const romanMonth = '[IVX]{1,4}';
const englishMonth = `${oneOf('english-months')}\\.?`;

/** A date as people write it, each a source of a regular expression for the flags `iu`. */
export const dateSources: readonly string[] = [
  `${DAY}${SIGN}${MONTH}${SIGN}(?:${YEAR}|\\d{2})`,
  `${MONTH}${SIGN}${DAY}${SIGN}(?:${YEAR}|\\d{2})`,
  `${YEAR}[-./]${MONTH}[-./]${DAY}`,
  `${YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])`,
  `(?:${DAY}[, ]{1,2}${MONTH}|${MONTH} ${DAY})[, ]{1,2}${YEAR}`,
  `${DAY}(?:${SIGN}|${B})${romanMonth}(?:${SIGN}|${B})(?:${YEAR}|\\d{2})`,
  `[«"“]?${DAY}(?:-?(?:го|ого|его|е|ое))?[»"”]?[ \\u00a0-]{1,2}${russianMonth}[ \\u00a0,-]{1,2}(?:${YEAR}|\\d{2}(?=[ \\u00a0]?г(?!\\p{L})))`,
  `${DAY}(?:st|nd|rd|th)?[ -](?:of )?${englishMonth},?[ -]${YEAR}`,
  `${englishMonth}[ -](?:the )?${DAY}(?:st|nd|rd|th)?,?[ -]${YEAR}`,
];

/** Dates that only a word for a birthday makes one: a year of two digits, no sign between. */
export const shortDateSources: readonly string[] = [
  `${DAY}[ -]?${englishMonth}[ -]?(?:${YEAR}|['’]?\\d{2}(?!:))`,
  `${englishMonth}[ -]${DAY}(?:st|nd|rd|th)?,?[ -](?:['’]\\d{2}|\\d{2}(?!:))`,
  `(?:0[1-9]|[12]\\d|3[01])(?:0[1-9]|[12]\\d|3[01])${YEAR}`,
  `${YEAR}(?:${B}?г(?:\\.|ода?|оду)?(?!\\p{L}))?,?${B}(?:${DAY}(?:-?(?:го|е))?${B}${russianMonth}|${russianMonth}${B}${DAY}(?!\\d|[:.]\\d))`,
  `${DAY}(?:-?(?:го|е))?${B}${russianMonth}${B}\\d{2}(?=-?(?:го|й)(?!\\p{L})|[,;)\\n]|\\.(?!\\d)|$)`,
  `(?:0[1-9]|[12]\\d|3[01])${B}(?:0[1-9]|1[0-2])${B}\\d{2}(?!${B}?\\d|[:.,-]\\d)`,
];
