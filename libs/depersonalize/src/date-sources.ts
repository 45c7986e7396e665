const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const MONTH = '(?:0?[1-9]|1[0-2])';
const YEAR = '(?:1[89]\\d{2}|20\\d{2})';
const B = '[ \\u00a0]';
/** A sign between the numbers of a date, with blanks as in the fields of a form. */
const SIGN = `${B}{0,2}[./-]${B}{0,2}`;
const russianMonth =
  '(?:янв(?:ар[ьяе])?|фев(?:рал[ьяе]|р)?|мар(?:та?)?|апр(?:ел[ьяе])?|ма[йяе]|июн[ьяе]?|июл[ьяе]?|авг(?:уста?)?|сен(?:тябр[ьяе]|т)?|окт(?:ябр[ьяе])?|ноя(?:бр[ьяе]|б)?|дек(?:абр[ьяе])?)\\.?(?!\\p{L})';
const romanMonth = '[IVX]{1,4}';
const englishMonth =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const ones = '(?:перв|втор|трет|четв[её]рт|пят|шест|седьм|восьм|девят)';
const dayInWords = `(?:(?:двадцать|тридцать)[ ]${ones}|${ones}|десят|\\p{L}{2,8}надцат|двадцат|тридцат)(?:ого|ьего|ое|ье)(?!\\p{L})`;
/** The last word of a year: «пятого», «семидесятого», «третий». */
const lastOfYear = '\\p{L}{2,14}(?:ого|его|ом|ем|ый|ой|ий)(?!\\p{L})';
const tens = '(?:двадцать|тридцать|сорок|пятьдесят|шестьдесят|семьдесят|восемьдесят|девяносто)';
const yearInWords =
  `(?:(?:(?:одна${B})?тысяча${B}девятьсот|(?:две|двух)${B}тысячи?)${B}(?:${tens}${B})?${lastOfYear}` +
  `|двухтысячн(?:ого|ый|ом))`;
/** «восьмого», «ноль третьего»: the month by its number. */
const monthInWords = `(?:ноль${B})?(?:${ones}|десят|одиннадцат|двенадцат)(?:ого|ьего)(?!\\p{L})`;

/** A date said in words alone, for the flags `iu`. */
export const ordinalDateSource =
  `${dayInWords}${B}(?:(?:${russianMonth}|${monthInWords})${B}${yearInWords}` +
  `|(?:${russianMonth}|${monthInWords})${B}(?:${tens}${B}${ones}(?:ого|ьего)|(?:пяти|шести|семи|восьми)десятого|сорокового|девяностого)(?!\\p{L}))`;

/** A date as people write it, each a source of a regular expression for the flags `iu`. */
export const dateSources: readonly string[] = [
  `${DAY}${SIGN}${MONTH}${SIGN}(?:${YEAR}|\\d{2})`,
  `${MONTH}${SIGN}${DAY}${SIGN}(?:${YEAR}|\\d{2})`,
  `${YEAR}[-./]${MONTH}[-./]${DAY}`,
  `${YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])`,
  `(?:${DAY}[, ]{1,2}${MONTH}|${MONTH} ${DAY})[, ]{1,2}${YEAR}`,
  `${DAY}(?:${SIGN}|${B})${romanMonth}(?:${SIGN}|${B})(?:${YEAR}|\\d{2})`,
  `[«"“]?${DAY}(?:-?(?:го|ого|его|е|ое))?[»"”]?[ \\u00a0-]{1,2}${russianMonth}[ \\u00a0,-]{1,2}(?:${YEAR}|\\d{2}(?=[ \\u00a0]?г(?!\\p{L})))`,
  `${dayInWords}${B}${russianMonth}${B}(?:${YEAR}|${yearInWords})`,
  `${DAY}(?:st|nd|rd|th)?[ -](?:of[ ])?${englishMonth},?[ -]${YEAR}`,
  `${englishMonth}[ -](?:the[ ])?${DAY}(?:st|nd|rd|th)?,?[ -]${YEAR}`,
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
