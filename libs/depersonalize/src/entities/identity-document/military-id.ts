import { confidence } from '../../document/match';
import { type EntityKind, kindWords, longNumber } from '../entity-kind';
import { type Fake, redrawNumbered } from '../../fakes/fake';
import { findByPattern } from '../../document/find-by-pattern';
import { isOfThing } from '../../document/labels/is-of-thing';
import { numberSigns } from '../../text/number-signs';
import { alternatives } from '../../text/word-lists';
import { textAfter, textBefore } from '../../text/spans';

const oneOf = alternatives('identity-document');

const { blank, lineBreak, numberWord } = numberSigns;

/** Notes of banks have two letters and seven digits too. */
const money = new RegExp(`(?<!\\p{L})${oneOf('banknotes')}`, 'iu');

/** Russian military identity cards: two letters and seven digits («АС 5816420»); officers' have six. */
const detectMilitaryId = findByPattern({
  type: 'MILITARY_ID',
  digits: 6,
  pattern: new RegExp(
    `(?<![\\p{L}\\d-])[А-ЯЁ]{2}(?:${blank}|[,;-]|${lineBreak}){0,2}(?:${numberWord})?(?:\\d{6,7}|\\d{3}${blank}\\d{2}${blank}?\\d{2})(?![\\p{L}\\d-])|(?=\\d)(?<=билет[а-яё]{0,2} №? ?)\\d{7}(?![\\p{L}\\d-])`,
    'giu',
  ),
  judge: ({ text, digits, start, end, label, document }) => {
    if (label === 'MILITARY_ID' || isOfSoldier(document.text, start, end)) return confidence.certain;
    // «77 АВ 2044817» is a paper of a notary.
    if (
      isOfThing(document.text, start) ||
      money.test(textBefore(document.text, start, 64)) ||
      money.test(textAfter(document.text, end, 32)) ||
      /\d[ \u00a0]?$/.test(textBefore(document.text, start, 2))
    )
      return 0;
    return label === null && digits.length === 7 && /^[А-ЯЁ]{2} ?(?:№ ?)?\d/.test(text) ? confidence.weak : 0;
  },
});

const fakeMilitaryId: Fake = (written, { random }) => redrawNumbered(written, random);

/** Numbers of military identity cards. */
export const militaryId: EntityKind = {
  detect: detectMilitaryId,
  fake: fakeMilitaryId,
  ...kindWords('military-id', { isOfDocument: true, hasSeries: true }),
  markerWords: [],
  traits: { owner: 'person', neverLooksLikePhone: true, provesPerson: longNumber },
};

/** «Билет серии», «билет №»: of whom, it does not say. */
const ticketBefore =
  /(?<!\p{L})билет[а-яё]{0,2}[ \u00a0:(—-]{0,3}(?:(?:сери[яию]|сер\.|номер|№)[ \u00a0:]{0,2}(?:(?:и|,)[ \u00a0]?)?){0,2}$/iu;
const soldierly = new RegExp(`(?<!\\p{L})${oneOf('military-words')}`, 'iu');
const EARLIER = 240;
const LATER = 80;

/** Whether a number is a ticket's in words about service in the army («в запасе, билет …»). */
function isOfSoldier(text: string, start: number, end: number): boolean {
  return (
    ticketBefore.test(textBefore(text, start, 40)) &&
    (soldierly.test(textBefore(text, start, EARLIER)) || soldierly.test(textAfter(text, end, LATER)))
  );
}
