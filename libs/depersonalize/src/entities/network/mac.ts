import { confidence } from '../../document/match';
import { type EntityKind, kindWords } from '../entity-kind';
import type { Fake } from '../../fakes/fake';
import { findByPattern } from '../../document/find-by-pattern';

const pair = '[0-9a-f]{2}';
const four = '[0-9a-f]{4}';
const half = '[0-9a-f]{6}';
/** Not behind a part of a longer one; a label may end at a colon: “MAC:00-1A…”. */
const notAfter = `(?<![0-9a-z]|(?<![0-9a-z])(?:${pair}|${four}|${half})[.:-])`;
const notBefore = `(?![0-9a-z]|[:-][0-9a-z]|\\.${four}(?![0-9a-z]))`;
/** Written of nothing else; of the other forms the label decides. */
const telling = new RegExp(`^(?:${pair}[:-]${pair}[:-]|${four}[.:-]${four}[.:-])`, 'i');

/** Hardware addresses: in pairs, in fours and in halves, as makers of networks write them, or in one run. */
const detectMac = findByPattern({
  type: 'MAC',
  pattern: new RegExp(
    `${notAfter}(?:${pair}([: -])${pair}(?:\\1${pair}){4}|${four}([.:-])${four}\\2${four}|${half}[-:]?${half})${notBefore}`,
    'gi',
  ),
  judge: ({ text, label }) => {
    // Digits alone in fours are a number of something else.
    if (telling.test(text) && /[a-f]|^..[:-]/i.test(text)) return confidence.stated;
    return label === 'MAC' ? confidence.stated : 0;
  },
});

/** Locally administered addresses: no maker's. */
const fakeMac: Fake = (written, { random }) =>
  written.replace(/[\da-f]/gi, (digit, at: number) => {
    if (at === 1) return '2';
    const drawn = random.below(16).toString(16);
    return digit === digit.toLowerCase() ? drawn : drawn.toUpperCase();
  });

/** Hardware addresses. */
export const mac: EntityKind = {
  detect: detectMac,
  fake: fakeMac,
  ...kindWords('mac'),
  markerWords: ['MAC_АДРЕС', 'MAC_ADDRESS'],
  traits: { neverLooksLikePhone: true, isBesideAccounts: true },
};
