import { numberSigns } from '../../text/number-signs';

const { blank, lineBreak } = numberSigns;
/** What may stand between two digits: a blank or two, or one or two signs with a blank around. Only one way to read it. */
const SIGNS = `${blank}?[-‐‑‒–—−.()/](?:${blank}?[-‐‑‒–—−.()/])?`;
const SEP = `(?:${SIGNS}${blank}?|${blank}{1,2})?`;
const BROKEN = `(?:${SIGNS}(?:${lineBreak}|${blank})?|${lineBreak}|${blank}{1,2})?`;
/** «тел-89…», «тел89…» and «__89…», but not «Б-89…» */
const notAfter =
  '(?=[\\d(+])(?:(?<![\\p{L}\\d+]|(?<!_|[Тт]ел|ТЕЛ|[Мм]об|phone)_|(?:(?<!\\p{L}{2})\\p{L}|\\d)-)|(?<=(?<!\\p{L})(?:[Тт]ел|ТЕЛ|[Мм]об)))';
/** Behind a number and a blank only what begins like a telephone number is one. */
const notInNumbers = '(?<!\\d[ \\u00a0.:/]|(?<![\\d./-])\\d{1,3},|[./])';
/** An extension without a blank, which is no part of the number: “x22”, «доб.7». */
const gluedExtension =
  '(?:[xXхХ#]|[eE][xX][tT](?:ension)?\\.?|[дД][оО][бБ](?:авочн[а-яё]{2,3})?\\.?|[вВ][нН](?:утр?)?\\.?)[ \\u00a0:.]{0,2}\\d{1,6}(?![\\p{L}\\d])';
const notBefore = `(?!(?!${gluedExtension})[\\p{L}]|\\d|_(?!_)|[.:-]\\d)`;

/** How telephone numbers are written, as sources of regular expressions for the flags `gu`. */
export const phoneForms = {
  /** +7 or 8 and ten digits, even over a line end. */
  russian: `${notAfter}(?:\\+[ ]?7|\\(8(?=[ -]?\\d{3,5}\\))|(?<!\\d[.:]|(?<!\\d\\d-\\d\\d|\\d{10}|\\D)/|(?<![\\d./-])\\d{1,3},)[78])${SEP}\\(?[3-9](?:${BROKEN}\\d){9}${notBefore}`,
  international: `${notAfter}(?:\\+|(?<!\\d[ .:/]|(?<![\\d./-])\\d{1,3},)(?:00|8[ -]?10[ -]))[ ]?[1-9](?:${SEP}\\d){6,14}${notBefore}`,
  /** The next number may follow behind a stroke with its end alone. */
  local: `${notAfter}${notInNumbers}\\(?\\d(?:${SEP}\\d){4,12}${notBefore}(?:(?!/\\d)|(?<=\\d{3}[). -]{1,2}\\d{3}[. -]\\d{4})(?=/\\d{2,4}(?![\\d/.-])))`,
  /** Ten digits over a line end, for which only a label can speak. */
  broken: `${notAfter}\\(?\\d{3}\\)?(?:${SEP}\\d{3}${lineBreak}\\d{2}|${lineBreak}\\d{3}${SEP}\\d{2})${SEP}\\d{2}${notBefore}`,
} as const;
