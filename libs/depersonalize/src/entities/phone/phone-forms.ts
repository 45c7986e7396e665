import { numberSigns } from '../../text/number-signs';
import { alternatives } from '../../text/word-lists';

const oneOf = alternatives('phone');

const { blank, lineBreak } = numberSigns;
/** What may stand between two digits: a blank or two, or one or two signs with a blank around. Only one way to read it. */
const SIGNS = `${blank}?[-‐‑‒–—−.()/](?:${blank}?[-‐‑‒–—−.()/])?`;
const SEP = `(?:${SIGNS}${blank}?|${blank}{1,2})?`;
const BROKEN = `(?:${SIGNS}(?:${lineBreak}|${blank})?|${lineBreak}|${blank}{1,2})?`;
/** «тел-89…», «тел89…» and «__89…», but not «Б-89…» */
const notAfter =
  '(?=[\\d(+])(?:(?<![\\p{L}\\d+]|(?<!_|[Тт]ел|ТЕЛ|[Мм]об|phone)_|(?:(?<!\\p{L}{2})\\p{L}|\\d)-)|(?<=(?<!\\p{L})(?:[Тт]ел|ТЕЛ|[Мм]об)))';
/** Behind a number and a blank only what begins like a telephone number is one. */
const notInNumbers = '(?<!\\d[ \\u00a0.:/]|(?<![\\d./-])\\d{1,3},|/|(?<!\\p{L})\\.)';
/** An extension without a blank, which is no part of the number: “x22”, «доб.7». */
const gluedExtension =
  '(?:[xXхХ#]|[eE][xX][tT](?:ension)?\\.?|[дД][оО][бБ](?:авочн[а-яё]{2,3})?\\.?|[вВ][нН](?:утр?)?\\.?)[ \\u00a0:.]{0,2}\\d{1,6}(?![\\p{L}\\d])';
const notBefore = `(?!(?!${gluedExtension})[\\p{L}]|\\d|_(?!_)|[.:-]\\d)`;

/** How telephone numbers are written, as sources of regular expressions for the flags `gu`. */
export const phoneForms = {
  /** +7 or 8 and ten digits, even over a line end. */
  russian: `${notAfter}(?:\\+ ?7|\\(8(?=[ -]?\\d{3,5}\\))|(?<!\\d[.:]|(?<!\\d\\d-\\d\\d|\\d{10}|\\D)/|(?<![\\d./-])\\d{1,3},)[78])${SEP}\\(?[3-9](?:${BROKEN}\\d){9}${notBefore}`,
  international: `${notAfter}(?:\\+|(?<!\\d[ .:/]|(?<![\\d./-])\\d{1,3},)(?:00|8[ -]?10[ -])) ?[1-9](?:${SEP}\\d){6,14}${notBefore}`,
  /** The next number may follow behind a stroke with its end alone. */
  local: `${notAfter}${notInNumbers}\\(?\\d(?:${SEP}\\d){4,12}${notBefore}(?:(?!/\\d)|(?<=\\d{3}[). -]{1,2}\\d{3}[. -]\\d{4})(?=/\\d{2,4}(?![\\d/.-])))`,
  /** Ten digits over a line end, for which only a label can speak. */
  broken: `${notAfter}\\(?\\d{3}\\)?(?:${SEP}\\d{3}${lineBreak}\\d{2}|${lineBreak}\\d{3}${SEP}\\d{2})${SEP}\\d{2}${notBefore}`,
} as const;

const unitAfter = new RegExp(
  `^(?:,\\d\\d(?!\\d))?[ \\u00a0]?(?:[₽$€%]|(?:к|м)?${oneOf('units-of-amounts')}(?!\\p{L}{5})|р\\.?(?![\\p{L}\\d])|[BВ](?![\\p{L}\\d]))`,
  'iu',
);
const sumBefore = new RegExp(
  `(?<!\\p{L})${oneOf('sums')}[^\\d\\n,;.()]{0,28}(?:\\d{4}[ \\u00a0;\\t]{1,2}(?:\\d{4,13}[ \\u00a0;\\t]{1,2}){0,2})?$`,
  'iu',
);
/** «89 161 204 533»: in thousands, as sums are written and hardly ever telephones. */
const inThousands = /^\d{1,2}(?:[ \u00a0\u2009\u202f]\d{3}){3}$/;

/** Whether a number is how much of something («выручка 89 161 204 533 руб.»). */
export function isAmount(written: string, before: string, after: string): boolean {
  if (!/^[\d \u00a0\u2009\u202f.]+$/.test(written)) return false;
  return inThousands.test(written) || unitAfter.test(after) || sumBefore.test(before);
}

const britishMobile = /^07[1-9]\d{8}$/;
/** What a number that is dialled or left stands behind. */
const dialledBefore = new RegExp(
  `(?:(?<!\\p{L})${oneOf('dialled-before')} |[:,;(/|–—-] ?|(?:^|\\n)[ \\t]{0,8})$`,
  'iu',
);

/** Whether eleven digits in one run are a British britishMobile (“give Ann a bell on 07700900123”). */
export function isBareMobile(written: string, before: string): boolean {
  return britishMobile.test(written) && dialledBefore.test(before);
}

/** Numbers dialled without their country, in the groups that people there write; the plans know too few of them. */
const forms: readonly RegExp[] = [
  // Britain: mobiles, which the plans refuse in blocks of islands, and towns.
  /^07\d{3}[ -]\d{3}[ -]?\d{3}$/,
  /^\(?0(?:1\d1|11\d)\)?[ -]\d{3}[ -]\d{4}$/,
  /^\(?02\d\)?[ -]\d{4}[ -]\d{4}$/,
  // Australia: mobiles and states.
  /^04\d\d[ -]\d{3}[ -]\d{3}$/,
  /^(?:\(0[2378]\)|0[2378])[ -]\d{4}[ -]\d{4}$/,
  // Ireland and South Africa.
  /^0[678]\d[ -]\d{3}[ -]\d{4}$/,
];

/** Whether a number without its country has the form of one in Britain, Australia, Ireland or South Africa. */
export function isLocalForm(written: string): boolean {
  return (
    written.charCodeAt(written.charCodeAt(0) === 40 ? 1 : 0) === 48 &&
    forms.some((form) => form.test(written))
  );
}

/**
 * «24312-26001» and «(24312-26001) — 3 200»: parts of cars, and what a bracket that was opened before ends in the middle of.
 */
export function isPartNumber(written: string): boolean {
  return /^[^(]{6,}\)/.test(written) || /^[12567]\d{4}-\d{5}$/.test(written);
}

/** «права утеряны. 8 (916) …»: brackets around the area. */
const bracketed = /^[78][ -]?\(\d{3,5}\)/;
/** A groupedMobile number with its eight, or in groups as they are dictated. */
const groupedMobile =
  /^(?:[78][ .-]?9\d{2}[ .-]?\d{3}[ .-]?\d\d[ .-]?\d\d|9\d{2}[ .-]\d{3}[ .-]\d\d[ .-]?\d\d)$/;
const clauseBefore = /(?:[\p{L}»")][,;.!?)]|[\p{L}»")] [—–-]|\n)[ \u00a0]?$/u;

/** Whether a number stands for itself, whatever words before it said of another («цена договорная, 8 916 …»). */
export function isSetApart(written: string, before: string): boolean {
  return bracketed.test(written) || (groupedMobile.test(written) && clauseBefore.test(before));
}

/** Days, with an age before them too, hours, which stand behind the numbers of an office, and ranges of years. */
export function isTime(written: string): boolean {
  return (
    /^(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?:\d{2}|\d{4})$/.test(written) ||
    /^(?:\d{1,3} \()?(?:0?[1-9]|[12]\d|3[01])[./-](?:0?[1-9]|[12]\d|3[01])[./-](?:19|20)\d\d$/.test(
      written,
    ) ||
    /^(?:19|20)\d\d([./-])(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])$/.test(written) ||
    /^\d{1,2}\.\d\d ?[–—-] ?\d{1,2}\.\d\d$/.test(written) ||
    isYears(written)
  );
}

/** “2015-2018”, “1998/1999/2001”: years in ascending order. */
function isYears(written: string): boolean {
  const digits = written.replace(/\D/g, '');
  if (!/^(?:(?:19|20)\d\d){2,3}$/.test(digits) || !/^\(?\d{4}(?:\)? ?[–—/−‑-] ?\d{4}){1,2}$/.test(written))
    return false;
  const years = digits.match(/\d{4}/g) ?? [];
  return years.every((year, i) => i === 0 || Number(year) > Number(years[i - 1]));
}

/** «соседке Галине (5-22-17)»: in brackets, and no date. */
const inBrackets = /^\d{1,3}-(?:1[3-9]|[2-9]\d)-\d\d$/;
/** «34-71-05 (Тверь)» */
const townAfter = /^[ \u00a0]\((?:г\.[ \u00a0]?)?[А-ЯЁ][а-яё]{2,20}\)/u;
/** «34-71-05 (раб.)» */
const kindAfter = /^[ \u00a0](?:\(|[—–-][ \u00a0])?(?:дом(?:\.|ашн)|раб(?:\.|оч|\))|служ|сот(?:\.|ов)|моб)/iu;
/** «тел. 24518» */
const shortAfterLabel = /(?<!\p{L})т(?:ел)?\.:?[ \u00a0]?$/iu;

/** «Дежурная часть 2-02-45», «вахта (2-47-45)» */
const servedBy = new RegExp(`(?<!\\p{L})${oneOf('who-answers')}[^\\d\\n]{0,16}$`, 'iu');

/** Whether the place of a local number in a text says that it is a telephone number, though no word does. */
export function standsAsPhone(written: string, before: string, after: string): boolean {
  if (
    before.endsWith('(') &&
    after.startsWith(')') &&
    inBrackets.test(written) &&
    /\p{L}[ \u00a0]\($/u.test(before)
  )
    return true;
  if (/^(?:\d{5}|\d\d-\d{3})$/.test(written)) return shortAfterLabel.test(before);
  if (/^\d{1,3}-\d\d-\d\d$/.test(written) && (servedBy.test(before) || kindAfter.test(after))) return true;
  return /^\d{2,3}-\d\d-\d\d$/.test(written) && townAfter.test(after);
}
