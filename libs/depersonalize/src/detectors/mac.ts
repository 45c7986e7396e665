import { findByPattern } from '../find-by-pattern';

const pair = '[0-9a-f]{2}';
const four = '[0-9a-f]{4}';
const half = '[0-9a-f]{6}';
/** Not behind a part of a longer one; a label may end at a colon: “MAC:00-1A…”. */
const notAfter = `(?<![0-9a-z]|(?<![0-9a-z])(?:${pair}|${four}|${half})[.:-])`;
const notBefore = `(?![0-9a-z]|[:-][0-9a-z]|\\.${four}(?![0-9a-z]))`;
/** Written of nothing else; of the other forms the label decides. */
const telling = new RegExp(`^(?:${pair}[:-]${pair}[:-]|${four}[.:-]${four}[.:-])`, 'i');

/** Hardware addresses: in pairs, in fours and in halves, as makers of networks write them, or in one run. */
export const detectMac = findByPattern({
  type: 'MAC',
  pattern: new RegExp(
    `${notAfter}(?:${pair}([: -])${pair}(?:\\1${pair}){4}|${four}([.:-])${four}\\2${four}|${half}[-:]?${half})${notBefore}`,
    'gi',
  ),
  judge: ({ text, label }) => {
    // Digits alone in fours are a number of something else.
    if (telling.test(text) && /[a-f]|^..[:-]/i.test(text)) return 0.97;
    return label === 'MAC' ? 0.97 : 0;
  },
});
