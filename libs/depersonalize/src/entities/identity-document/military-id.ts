import { confidence } from '../../document/confidence';
import type { EntityKind } from '../entity-kind';
import type { Fake } from '../../fakes/fake';
import { longNumber } from '../long-number';
import { redrawNumbered } from '../../fakes/redraw-numbered';
import { findByPattern } from '../../document/find-by-pattern';
import { isOfSoldier } from './is-of-soldier';
import { isOfThing } from '../../document/labels/is-of-thing';
import { numberSigns } from '../../text/number-signs';

const { blank, lineBreak, numberWord } = numberSigns;

/** Notes of banks have two letters and seven digits too. */
const money =
  /(?<!\p{L})(?:банкнот|купюр|бон[аыу]?(?!\p{L})|бонист|нумизм|номинал|\d{1,5}[ \u00a0]?(?:руб|р\.|₽|крб|грн)|гривен|гривн|билет[а-яё]{0,2}[ ](?:гос)?банка|казначейск|аверс|реверс|UNC|aUNC|VF|XF|пресс(?!\p{L})|подделк|фальшив)/iu;

/** Russian military identity cards: two letters and seven digits («АС 5816420»); officers' have six. */
const detectMilitaryId = findByPattern({
  type: 'MILITARY_ID',
  digits: 6,
  pattern: new RegExp(
    `(?<![\\p{L}\\d-])[А-ЯЁ]{2}(?:${blank}|[,;-]|${lineBreak}){0,2}(?:${numberWord})?(?:\\d{6,7}|\\d{3}${blank}\\d{2}${blank}?\\d{2})(?![\\p{L}\\d-])|(?<=билет[а-яё]{0,2}[ ]№?[ ]?)\\d{7}(?![\\p{L}\\d-])`,
    'giu',
  ),
  judge: ({ text, digits, start, end, label, document }) => {
    if (label === 'MILITARY_ID' || isOfSoldier(document.text, start, end)) return confidence.certain;
    // «77 АВ 2044817» is a paper of a notary.
    if (
      isOfThing(document.text, start) ||
      money.test(document.text.slice(Math.max(0, start - 64), start)) ||
      money.test(document.text.slice(end, end + 32)) ||
      /\d[ \u00a0]?$/.test(document.text.slice(Math.max(0, start - 2), start))
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
  labels: {
    words: String.raw`
    военн[а-яё]+_билет воен(?:ный|\.)_?бил военник военно-уч[а-яё]*(?:_док[а-яё]*)? воинск[а-яё]+_(?:уч|док|бил) приписно в\.?_?билет билет[а-яё]?_офицер удостоверени[а-яё]+_офицер в/б(?:ил\p{L}*)?$ в\._?б\.
    вб$(?=[\s:№]{1,3}[А-ЯЁ]{2}) удостоверени[а-яё]+_личности_(?:офицер|военнослуж) удост\.?_личности_(?:офицер|военнослуж)
    удостоверени[а-яё]+_гражданина,_подлежащего`,
    isOfDocument: true,
    hasSeries: true,
  },
  columnHeads: {
    whole: 'military_id voenn?(?:iy|yj|yy)_bilet',
  },
  markerWords: [],
  traits: { owner: 'person', neverLooksLikePhone: true, provesPerson: longNumber },
};
