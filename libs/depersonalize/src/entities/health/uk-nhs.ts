import { confidence } from '../../document/match';
import { type EntityKind, kindWords, longNumber } from '../entity-kind';
import { confirmInRecord } from '../../document/record-around';
import { withCheck } from '../../fakes/fake';
import { nhsCheck } from '../../text/check-digits';
import { findByPattern } from '../../document/find-by-pattern';
import { alternatives } from '../../text/word-lists';
import { textAfter, textBefore } from '../../text/spans';

const oneOf = alternatives('health');

/** Nothing but “no.” between the word and the number. */
const statedBefore =
  /(?<!\p{L})n\.?h\.?s\.?(?:[ _]?(?:patient )?(?:no|num|number|nr|id|#))?(?: \([^()\n]{1,20}\))?[ \u00a0.:#="']{1,5}$/iu;
const dayPattern = /(?<![\d/.-])\d{1,2}[/.-]\d{1,2}[/.-](?:19|20)?\d\d(?![\d/.-])/;
/** How far in a line the date of a patient may stand. */
const LINE = 80;
/** What a name in the same line may raise. */
const GUESS = confidence.guess;

/** British NHS numbers: ten digits, the last one a check digit; without the word they look like telephone numbers. */
const detectUkNhs = findByPattern({
  type: 'UK_NHS',
  digits: 10,
  pattern: /(?<![\p{L}\d.+(-]|\d )\d(?:[ \u00a0.-]?\d){9}(?![\p{L}\d-]|\.\d| \d)/gu,
  judge: ({ text, digits, label, start, end, document }) => {
    const isRight = digits[9] === nhsCheck(digits.slice(0, 9));
    if (label === 'UK_NHS') {
      if (isRight) return confidence.certain;
      return statedBefore.test(textBefore(document.text, start, 24)) ? confidence.plausible : 0;
    }
    // In use are those of England, Wales and the Isle of Man: 4, 6 and 7.
    if (!isRight || label !== null || document.language === 'ru') return 0;
    if (/^[467]\d{9}$/.test(text)) return judgeOfPatient(document.text, start, end);
    if (!/^[467]\d\d \d{3} (?:\d{4}|\d{3} \d)$/.test(text)) return 0;
    return hasDay(document.text, start, end) ? confidence.formed : GUESS;
  },
});

/** Beside the sex of somebody or among words of hospitals, which orders and parcels are not. */
const sexInLine = /(?<![\p{L}\d'’.])(?:[MF]|(?:fe)?male)(?![\p{L}\d.'’])/u;
const patientWords = new RegExp(`(?<!\\p{L})${oneOf('patient-words')}(?!\\p{L})`, 'iu');

/** Ten digits in one run before a date in the line of a patient. */
function judgeOfPatient(text: string, start: number, end: number): number {
  const line = textAfter(text, end, LINE).split('\n', 1)[0] ?? '';
  if (!dayPattern.test(line)) return 0;
  const isNamed = patientWords.test(text.slice(Math.max(0, start - LINE), end + LINE));
  if (sexInLine.test(line)) return isNamed ? confidence.likely : GUESS;
  return isNamed ? GUESS : 0;
}

function hasDay(text: string, start: number, end: number): boolean {
  const before = textBefore(text, start, LINE);
  const after = textAfter(text, end, LINE);
  return (
    dayPattern.test(before.slice(before.lastIndexOf('\n') + 1)) ||
    dayPattern.test(after.split('\n', 1)[0] ?? '')
  );
}

/** The range 999 is kept for tests by the health service. */
const fakeNhs = withCheck({
  isRight: (digits) => digits.length === 10 && digits[9] === nhsCheck(digits.slice(0, 9)),
  make: (random) => {
    for (;;) {
      const body = `999${random.digits(6)}`;
      const check = nhsCheck(body);
      if (check !== null) return body + check;
    }
  },
});

/** British NHS numbers. */
export const ukNhs: EntityKind = {
  detect: detectUkNhs,
  detectByContext: confirmInRecord('UK_NHS'),
  fake: fakeNhs,
  ...kindWords('uk-nhs'),
  markerWords: [],
  traits: { owner: 'person', provesPerson: longNumber },
};
