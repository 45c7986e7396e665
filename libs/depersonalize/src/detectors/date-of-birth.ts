import { findByPattern } from '../find-by-pattern';

const russianMonth =
  '(?:январ|феврал|март|апрел|ма[йя]|июн|июл|август|сентябр|октябр|ноябр|декабр)[а-я]{0,2}';
const englishMonth =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const YEAR = '(?:1[89]\\d{2}|20\\d{2})';
const dates = [
  `${DAY}[./-](?:0?[1-9]|1[0-2])[./-](?:${YEAR}|\\d{2})`,
  `(?:0?[1-9]|1[0-2])/${DAY}/(?:${YEAR}|\\d{2})`,
  `${YEAR}[-./](?:0[1-9]|1[0-2])[-./](?:0[1-9]|[12]\\d|3[01])`,
  `${DAY}[ \\u00a0-]${russianMonth}[ \\u00a0,-]{1,2}${YEAR}`,
  `${DAY}(?:st|nd|rd|th)?[ -](?:of )?${englishMonth},?[ -]${YEAR}`,
  `${englishMonth} ${DAY}(?:st|nd|rd|th)?,? ${YEAR}`,
];

const bornAfter =
  /^[ \u00a0,(]{0,2}(?:г\.|года?)?[ \u00a0]?(?:г\.?[ \u00a0]?р(?:\.|(?!\p{L}))|р\.|рожд|рожден|рожд[её]н)/iu;
const patronymicBefore =
  /(?:вич(?:а|у|ем)?|вн(?:а|ы|е|у|ой)|ичн(?:а|ы|е|у|ой))[ \u00a0]?[,|;\t(]{1,2}[ \u00a0]?$/iu;

/** Dates that a word beside them calls a birthday, and a date that follows a full name in a list. */
export const detectDateOfBirth = findByPattern({
  type: 'DATE_OF_BIRTH',
  pattern: new RegExp(`(?<![\\p{L}\\d./-])(?:${dates.join('|')})(?![\\d]|[./-]\\d)`, 'giu'),
  judge: ({ start, end, label, document: { text } }) => {
    if (bornAfter.test(text.slice(end, end + 20))) return 0.98;
    if (label === 'DATE_OF_BIRTH') return 0.95;
    return patronymicBefore.test(text.slice(Math.max(0, start - 12), start)) ? 0.7 : 0;
  },
});
