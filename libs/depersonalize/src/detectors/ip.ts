import { findByPattern } from '../find-by-pattern';
import { saysVersion } from '../network/is-version';

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const version4 = `(?<![\\d.])${OCTET}(?:\\.${OCTET}){3}(?![\\d]|\\.\\d)`;
const version6 =
  '(?<![\\p{L}\\p{N}:.])(?=[0-9a-f]{0,4}:)[0-9a-f:]{2,39}(?:\\.\\d{1,3}){0,3}(?![\\p{L}\\p{N}:])';
/** «from 95.165.18.203», “… port 22”: so are versions not written. */
const hostBefore = /(?<!\p{L})(?:from|via|for|с|со|для)[ ]$/iu;
const portAfter = /^(?::\d{2,5}(?!\d)|[ ]port[ ]\d|\/\d{1,2}(?!\d))/i;
const prefixLength = /^\/\d{1,3}(?!\d)/;

/** IPv4 and IPv6 addresses; a version number of four parts is told by its label. */
export const detectIp = findByPattern({
  type: 'IP',
  pattern: new RegExp(`${version4}|${version6}`, 'giu'),
  judge: ({ text, start, end, label, document }) => {
    if (text.includes(':')) {
      const isNetwork = prefixLength.test(document.text.slice(end, end + 5));
      return isVersion6(text, isNetwork) ? 0.95 : 0;
    }
    const isVersion =
      saysVersion(document.text, start, end) ?? (label === 'OTHER' && !isHost(document.text, start, end));
    return isVersion ? 0.3 : 0.9;
  },
});

function isHost(text: string, start: number, end: number): boolean {
  return (
    hostBefore.test(text.slice(Math.max(0, start - 6), start)) || portAfter.test(text.slice(end, end + 8))
  );
}

/**
 * Eight groups, or fewer around `::`; names in C++ and Rust («a::b») have no digits. One group alone is `::1`, or the
 * beginning of a network.
 */
function isVersion6(text: string, isNetwork: boolean): boolean {
  if (text === '::1') return true;
  const halves = text.split('::');
  if (halves.length > 2 || !/\d/.test(text)) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (groups.some((group) => !/^[0-9a-f]{1,4}$/i.test(group) && !/^\d{1,3}(?:\.\d{1,3}){3}$/.test(group)))
    return false;
  return halves.length === 2
    ? groups.length >= (isNetwork ? 1 : 2) && groups.length <= 7
    : groups.length === 8;
}
