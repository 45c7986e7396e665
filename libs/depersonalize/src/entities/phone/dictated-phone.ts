import { confidence } from '../../document/confidence';
import type { GroupedRule } from '../../document/find-grouped';

const WHOLE = 11;
/** The area apart from the rest, no group of one digit unless all are. */
const whole = /^(?:13|4|1111)(?:[2-7]{1,3}|1{7})$/;
const withoutCountry = /^(?:3|111)(?:[2-7]{1,3}|1{7})$/;

/** Numbers with their area behind a word for telephones, dictated in groups («916, 204, 55, 17»). */
export const dictatedPhone: GroupedRule = {
  counts: [WHOLE - 1, WHOLE],
  judge: ({ digits, lengths, gaps, label }) => {
    // A bracket that closes has opened before the area: a number that is written, not dictated.
    if (gaps[0]?.startsWith(')')) return 0;
    const written = lengths.join('');
    const isLikely =
      digits.length === WHOLE
        ? /^[78][3489]/.test(digits) && whole.test(written)
        : digits.startsWith('9') && withoutCountry.test(written);
    return isLikely && label === 'PHONE' ? confidence.shown : 0;
  },
};
