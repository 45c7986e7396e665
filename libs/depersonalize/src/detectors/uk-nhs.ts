import { nhsCheck } from '../check-digits';
import { findByPattern } from '../find-by-pattern';

/** Nothing but “no.” between the word and the number. */
const statedBefore =
  /(?<!\p{L})n\.?h\.?s\.?(?:[ _]?(?:patient[ ])?(?:no|num|number|nr|id|#))?(?:[ ]\([^()\n]{1,20}\))?[ \u00a0.:#="']{1,5}$/iu;
const dayPattern = /(?<![\d/.-])\d{1,2}[/.-]\d{1,2}[/.-](?:19|20)?\d\d(?![\d/.-])/;
/** How far in a line the date of a patient may stand. */
const LINE = 80;
/** What a name in the same line may raise. */
const GUESS = 0.3;

/** British NHS numbers: ten digits, the last one a check digit; without the word they look like telephone numbers. */
export const detectUkNhs = findByPattern({
  type: 'UK_NHS',
  pattern: /(?<![\p{L}\d.+(-]|\d )\d(?:[ \u00a0.-]?\d){9}(?![\p{L}\d-]|\.\d| \d)/gu,
  judge: ({ text, digits, label, start, end, document }) => {
    const isRight = digits[9] === nhsCheck(digits.slice(0, 9));
    if (label === 'UK_NHS') {
      if (isRight) return 1;
      return statedBefore.test(document.text.slice(Math.max(0, start - 24), start)) ? 0.7 : 0;
    }
    // In use are those of England, Wales and the Isle of Man: 4, 6 and 7.
    if (!isRight || label !== null || document.language === 'ru') return 0;
    if (/^[467]\d{9}$/.test(text)) return judgeOfPatient(document.text, start, end);
    if (!/^[467]\d\d \d{3} (?:\d{4}|\d{3} \d)$/.test(text)) return 0;
    return hasDay(document.text, start, end) ? 0.85 : GUESS;
  },
});

/** Beside the sex of somebody or among words of hospitals, which orders and parcels are not. */
const sexInLine = /(?<![\p{L}\d'’.])(?:[MF]|(?:fe)?male)(?![\p{L}\d.'’])/u;
const patientWords =
  /(?<!\p{L})(?:patients?|pt|ward|clinic|gp|hospital|specimen|pathology|haematology|biochemistry|referral|lab|wbc|hb|nhs)(?!\p{L})/iu;

/** Ten digits in one run before a date in the line of a patient. */
function judgeOfPatient(text: string, start: number, end: number): number {
  const line = text.slice(end, end + LINE).split('\n', 1)[0] ?? '';
  if (!dayPattern.test(line)) return 0;
  const isNamed = patientWords.test(text.slice(Math.max(0, start - LINE), end + LINE));
  if (sexInLine.test(line)) return isNamed ? 0.8 : GUESS;
  return isNamed ? GUESS : 0;
}

function hasDay(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - LINE), start);
  const after = text.slice(end, end + LINE);
  return (
    dayPattern.test(before.slice(before.lastIndexOf('\n') + 1)) ||
    dayPattern.test(after.split('\n', 1)[0] ?? '')
  );
}
