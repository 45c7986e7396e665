/** Words that a number may follow without a blank: “Card4111…”, «СНИЛС112-…». */
const gluedWords =
  'card visa mastercard mc amex карта карты карту картой мир виза снилс инн паспорт счёт счет р/с acct account огрнип'
    .split(' ')
    .flatMap((word) => [word, word.slice(0, 1).toUpperCase() + word.slice(1), word.toUpperCase()])
    .join('|');

/** What stands between the digits of a number, as sources of regular expressions. */
export const numberSigns = {
  blank: '[ \\t\\u00a0\\u2007\\u2009\\u202f]',
  dash: '[-‐‑‒–—−]',
  /** A line that ends inside a number, and the margin of the next. */
  lineBreak: '(?:[ \\u00a0]{0,2}\\r?\\n[ \\t\\u00a0]{0,8})',
  /** «№», “No.”, «номер:» */
  numberWord:
    '(?:№|#|N[oо]?\\.?(?![A-Za-z])|(?:(?:за|под)[ \\u00a0])?номер(?:ом)?|ном\\.)[ \\u00a0]?[:—-]?[ \\u00a0]?(?:№[ \\u00a0]?)?',
  /**
   * Not inside a longer number or behind a decimal comma; a comma behind a longer number parts cells of a table, a hyphen
   * may follow a word («паспорт-4508123456»), and some labels are followed without any sign. Looks back far: what begins
   * with a digit asks for that first.
   */
  notAfter: `(?:(?<![\\p{L}\\d+]|(?<!\\p{L}{3})-|\\.|(?<![\\d./-])\\d{1,3},|\\d )|(?<=(?<![\\p{L}\\d])(?:${gluedWords})))`,
  notBefore: '(?![\\d-]|\\.\\d)',
} as const;
