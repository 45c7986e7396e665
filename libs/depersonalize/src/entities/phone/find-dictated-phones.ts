import { confidence } from '../../document/confidence';
import type { Match } from '../../document/detector';
import type { Label } from '../../document/labels/label';
import { isValidPhone } from './is-valid-phone';
import type { TextDocument } from '../../document/text-document';

const runPattern = /(?<![\p{L}\d.,/-])\+?\d{5,15}(?![\p{L}\d/]|[.,-]\d)/gu;
/** “my number's”, «номер участкового»: whose number it is, not what of. */
const ownNumber =
  /(?<!\p{L})(?:(?:my|your|his|her|our|their|the|new|old|home|work|that)(?:[ ]\p{L}{2,12}){0,2}[ ]number(?:['’]s|[ ]is|[ ]was)?|^number(?:['’]s|[ ]is)|[.?!—–-][ ]number(?:['’]s|[ ]is)|номер(?:[ ](?!на)\p{L}{4,14}(?:а|я|ы|и|ого|ей|ой))?)[ ,:—–-]{0,3}$/iu;
const notOwn =
  /(?<!\p{L})(?:order|case|claim|ticket|flight|track|model|room|gate|page|lot|batch|member|policy|confirmation|reference|ref|serial|invoice|docket|employee|booking|reservation|pin|code|job|bus|route|заказ|заявк|договор|рейс|вагон|поезд|квитанц|дел|кабинет|палат|очеред|артикул|накладн|посыл|обращени|полис|счет|счёт|карт|дом|кварт)[\p{L}’']{0,7}(?:[ ]\p{L}{1,10}){0,2}[ ,:—–-]{0,3}$/iu;
/** «в двенадцать сорок пять»: hours and prices. */
const hourBefore =
  /(?<!\p{L})(?:в|во|с|до|к|от|за|около|at|by|from|until|till|before|after|around|in|for|about)[ ]$/iu;
const unitAfter =
  /^[ ]?(?:(?:тыс|руб|процент|градус|штук|лет|год|раз|человек|литр|килограмм|километр|метр|минут|час|секунд|доллар|евро|миллион)|(?:dollar|percent|degree|people|year|hour|minute|second|mile|pound|kilo|thousand|million|bucks|units?(?!\p{L}))|[₽$€%])/iu;
const REACH = 60;

/** Telephone numbers said in words, in a text that is rewritten: by their digits and what announces them. */
export function findDictatedPhones(document: TextDocument): Match[] {
  const { text, dictation } = document;
  if (dictation === null) return [];
  const counted = new Set(dictation.counts.map(({ start }) => start));
  return Array.from(text.matchAll(runPattern)).flatMap(({ 0: run, index: start }) => {
    const end = start + run.length;
    const score = judge(document, { run, start, end, isCounted: counted.has(start) });
    return score > 0 ? [{ start, end, type: 'PHONE' as const, score }] : [];
  });
}

interface Run extends Pick<Match, 'start' | 'end'> {
  run: string;
  isCounted: boolean;
}

function judge(document: TextDocument, run: Run): number {
  const { text, language } = document;
  const { run: digits, start, end } = run;
  if (unitAfter.test(text.slice(end, end + 16))) return 0;
  if (digits.startsWith('+')) return digits.length > 8 ? confidence.stated : 0;
  const before = text.slice(Math.max(0, start - REACH), start);
  const announced = announcementOf(document, run, before);
  if (announced === 'other') return 0;
  const isAnnounced = announced === 'phone';
  if (isWhole(digits, language))
    return isAnnounced ? confidence.stated : run.isCounted ? 0 : confidence.formed;
  return isAnnounced && isLocal(digits, language) && !hourBefore.test(before) ? confidence.likely : 0;
}

/** What words before a number say of it. */
function announcementOf(
  document: TextDocument,
  { start, end }: Run,
  before: string,
): 'phone' | 'other' | null {
  const label = document.labelOf(start, end);
  if (label === 'PHONE' || document.labelBefore(start) === 'PHONE') return 'phone';
  if (isOther(document, label) || notOwn.test(before)) return 'other';
  return ownNumber.test(before) ? 'phone' : null;
}

/** Whether a label announces other digits than those of a telephone. */
function isOther({ vocabulary }: TextDocument, label: Label | null): boolean {
  if (label === null || neutral.has(label)) return false;
  const { neverLooksLikePhone, isTyped } = vocabulary.traitsOf(label);
  return neverLooksLikePhone !== true && isTyped !== true;
}

const neutral: ReadonlySet<Label> = new Set<Label>(['DATE', 'SAID', 'WEAK']);

/** With its area. */
function isWhole(run: string, language: string): boolean {
  if (language === 'ru') return /^(?:[78][3489]\d{9}|9\d{9})$/.test(run);
  if (/^1?[2-9]\d\d[2-9]\d{6}$/.test(run)) return true;
  return (
    /^0\d{9,10}$/.test(run) && ['GB', 'AU', 'IE', 'NZ'].some((country) => isValidPhone(run, country as 'GB'))
  );
}

/** As it is dialled in its town; the numbers of other countries have up to twelve digits. */
function isLocal(run: string, language: string): boolean {
  const isYear = /^(?:19|20)\d\d/.test(run) && run.length === 8;
  return !isYear && run.length >= (language === 'ru' ? 5 : 7) && run.length <= (language === 'ru' ? 11 : 12);
}
