import { confidence } from '../../document/match';
import { type Candidate, findByPattern } from '../../document/find-by-pattern';
import { alternatives } from '../../text/word-lists';
import { textAfter, textBefore } from '../../text/spans';

const oneOf = alternatives('vehicle');

/** Without I, Q and Z; the year of the half year follows. */
const british = '[A-HJ-PR-Y]{2}(?:0[2-9]|1\\d|2[0-6]|5[1-9]|6\\d|7[0-6]) ?[A-HJ-PR-Z]{3}';
const indian = '[A-Z]{2}[ -]?\\d{2}[ -]?[A-Z]{1,3}[ -]?\\d{4}';
/** South Africa with its provinces, Ireland with the year and the county. */
const longer =
  '[A-Z]{2,3} \\d{3}[ -]\\d{3}|[A-Z]{2}[ -]\\d{2}[ -][A-Z]{2}|[A-Z]{3} ?\\d{3} ?(?:GP|MP|NW|EC|FS|NC|L)|[A-Z]{2} ?\\d{2} ?[A-Z]{2} ?GP|\\d{2,3}-[A-Z]{1,2}-\\d{1,6}';
/** Whatever has letters and digits, in one run or two. */
const any = '(?=[A-Z]*[ -]?\\d)(?=\\d*[ -]?[A-Z])[A-Z\\d]{1,4}[ -]?[A-Z\\d]{2,5}';

const britishForm = new RegExp(`^${british}$`);
const indianForm = new RegExp(`^${indian}$`);
/** The word for a plate, with nothing but “no.”, “is” or a state between. */
const namedBefore =
  /(?<!\p{L}|(?:vat|gst|company|charity|business|firm|event) )(?:plates?|rego|reg(?:istration|\.)?|v\.?r\.?[mn]\.?)(?:[ _]?(?:no|num|number|mark|#)\.?)?(?: of (?:my|the|his|her|our|their) \p{L}{2,12})?(?: (?:is|was))?[ \u00a0]?(?:\([A-Z]{2,3}\))?["':=#, \u00a0]{1,4}(?:[A-Z]{2}[ -])?$/iu;
/** “GA tag”, “license tag”: of vehicles; tags of goods and of programs are not. */
const tagBefore = new RegExp(
  `(?<![\\p{L}-])(?:${oneOf('tagged')} )?tags?(?: ?(?:#|no\\.?|number))?[:# ]{1,3}$`,
  'iu',
);
const ownTag = /(?<!\p{L})(?:(?:licen[cs]e|lic\.?|vehicle|car|dealer) tag|[A-Z]{2} tag)/u;
const otherTag =
  /(?:asset|dog|pet|price|git|image|name|ear|bag|luggage|html|docker|service|rfid|hash)[ _-]tag/iu;
const vehicleWords = new RegExp(`(?<!\\p{L})${oneOf('vehicle-words')}(?!\\p{L})`, 'iu');
/** Codes with the form of a plate. */
const codeBefore = new RegExp(
  `(?<!\\p{L})${oneOf('english-codes')}(?: ?(?:no|number|is|#))?[ \\u00a0.:#-]{1,3}$`,
  'iu',
);
const ABOUT = 70;
/** States and provinces that stand beside a plate. */
const state = oneOf('states');
/** “7ABC123 CA”, “ABC 1234 (TX)”, “TX ABC-1234”, “CA plate” */
const stateAfter = new RegExp(`^(?: |, ?| ?[(|/-] ?)${state}(?![\\p{L}\\d]| \\d{5})`, 'u');
const stateBefore = new RegExp(`(?<![\\p{L}\\d])\\(?${state}\\)?(?: | ?[:,|/] ?|-)$`, 'u');
/** Plates that states give out, made by people at their wish left out. */
const americanForm =
  /^(?:[A-Z]{2,4}[ -]?\d{3,4}|[A-Z]{4}\d{2}|[A-Z]{2}\d{2}[A-Z]{2}|\d[A-Z]{2}[ -]?\d{3}|[A-Z]{3}[ -]?\d{2}[A-Z]{1,2}|\d{3,4}[ -]?[A-Z]{2,3}|\d[A-Z]{3}\d{3}|[A-Z]\d{2}[ -]?[A-Z]{3}|[A-Z]{3}[ -]?\d[A-Z]\d|[A-Z]{1,2}\d{1,2}[ -]?\d{2,3}[A-Z]|\d{2}[A-Z]{2,3}\d|\d{1,3}[ -]?[A-Z]{1,3}\d{1,3})$/;
/** What else has a number beside a state. */
const roadBefore = new RegExp(`(?<!\\p{L})${oneOf('roads')} ?#?$`, 'iu');

/** Plates of other countries in capitals: after a word that names them, and British ones by their form. */
export const findForeignPlates = findByPattern({
  type: 'VEHICLE_PLATE',
  pattern: new RegExp(
    `(?=[A-Z\\d])(?<![\\p{L}\\d./]|(?<!(?<![\\p{L}\\d])[A-Z]{2})-)(?:${british}|${indian}|${longer}|${any})(?![\\p{L}\\d-]|\\.\\d)`,
    'gu',
  ),
  judge: (candidate) => {
    const { text, start, end, label, document } = candidate;
    if (document.language === 'ru' || text.length < 4) return 0;
    const before = textBefore(document.text, start, ABOUT);
    const around = (): string => before + textAfter(document.text, end, ABOUT);
    if (namedBefore.test(before)) return isYearAndName(text) ? 0 : confidence.stated;
    if (tagBefore.test(before) && !otherTag.test(before)) {
      const isOfVehicle = ownTag.test(before) || vehicleWords.test(around());
      return isOfVehicle || stateAfter.test(textAfter(document.text, end, 12)) ? confidence.stated : 0;
    }
    if (label === 'OTHER' || codeBefore.test(before)) return 0;
    return judgeForm(candidate, around) || judgeOfState(candidate, around);
  },
});

/** British and Indian plates have a form of their own. */
function judgeForm({ text, label }: Candidate, around: () => string): number {
  const isNamed = label === 'VEHICLE_PLATE';
  if (britishForm.test(text)) {
    if (isNamed || text.includes(' ')) return isNamed ? confidence.stated : confidence.formed;
    return vehicleWords.test(around()) ? confidence.likely : 0;
  }
  return indianForm.test(text) && (isNamed || vehicleWords.test(around())) ? confidence.shown : 0;
}

/** A state beside it, and vehicles are spoken of. */
function judgeOfState({ text, start, end, document }: Candidate, around: () => string): number {
  if (!americanForm.test(text)) return 0;
  const before = textBefore(document.text, start, 12);
  const isOfState = stateAfter.test(textAfter(document.text, end, 12)) || stateBefore.test(before);
  return isOfState && !roadBefore.test(before) && vehicleWords.test(around()) ? confidence.formed : 0;
}

/** “plate: 2019 BMW” */
function isYearAndName(text: string): boolean {
  return /^(?:19|20)\d\d[ -]/.test(text);
}
