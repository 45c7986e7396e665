import { findByPattern } from '../find-by-pattern';
import { isOfSoldier } from '../papers/is-of-soldier';
import { isOfThing } from '../is-of-thing';
import { numberSigns } from '../number-signs';

const { blank, lineBreak, numberWord } = numberSigns;

/** Notes of banks have two letters and seven digits too. */
const money =
  /(?<!\p{L})(?:банкнот|купюр|бон[аыу]?(?!\p{L})|бонист|нумизм|номинал|\d{1,5}[ \u00a0]?(?:руб|р\.|₽|крб|грн)|гривен|гривн|билет[а-яё]{0,2}[ ](?:гос)?банка|казначейск|аверс|реверс|UNC|aUNC|VF|XF|пресс(?!\p{L})|подделк|фальшив)/iu;

/** Russian military identity cards: two letters and seven digits («АС 5816420»); officers' have six. */
export const detectMilitaryId = findByPattern({
  type: 'MILITARY_ID',
  pattern: new RegExp(
    `(?<![\\p{L}\\d-])[А-ЯЁ]{2}(?:${blank}|[,;-]|${lineBreak}){0,2}(?:${numberWord})?(?:\\d{6,7}|\\d{3}${blank}\\d{2}${blank}?\\d{2})(?![\\p{L}\\d-])|(?<=билет[а-яё]{0,2}[ ]№?[ ]?)\\d{7}(?![\\p{L}\\d-])`,
    'giu',
  ),
  judge: ({ text, digits, start, end, label, document }) => {
    if (label === 'MILITARY_ID' || isOfSoldier(document.text, start, end)) return 0.98;
    // «77 АВ 2044817» is a paper of a notary.
    if (
      isOfThing(document.text, start) ||
      money.test(document.text.slice(Math.max(0, start - 64), start)) ||
      money.test(document.text.slice(end, end + 32)) ||
      /\d[ \u00a0]?$/.test(document.text.slice(Math.max(0, start - 2), start))
    )
      return 0;
    return label === null && digits.length === 7 && /^[А-ЯЁ]{2} ?(?:№ ?)?\d/.test(text) ? 0.6 : 0;
  },
});
