import { confidence } from '../../document/confidence';
import type { Match } from '../../document/detector';
import { COUNTS_FROM } from '../../document/resolve-overlaps';
import { isFormedName } from './is-formed-name';

/** Names shorter or without a sign may be words. */
const LENGTH_MIN = 6;
const wordPattern = /(?<![\p{L}\p{N}@._/\\-])[A-Za-z][A-Za-z\d_.-]{5,40}(?![\p{L}\p{N}@/\\])/gu;

/** «m.lykova, d.orlov и s.kim» */
const nextPattern = /(?:[,;][ ]?|[ ]и[ ])(?<name>[a-z][a-z\d_.-]{2,31})(?![\p{L}\p{N}@/\\(:=])/uy;

/** The places of a text where accounts that it names stand again («n.lykova уже есть»). */
export function spreadUsernames(text: string, found: readonly Match[]): Match[] {
  const named = found
    .filter(({ score }) => score >= COUNTS_FROM)
    .map(({ start, end }) => text.slice(start, end));
  const names = new Set(named.filter((name) => name.length >= LENGTH_MIN && /[a-z][\d_.-]|\d/i.test(name)));
  const listed = found.flatMap((one) =>
    isFormedName(text.slice(one.start, one.end)) ? listedAfter(text, one) : [],
  );
  if (names.size === 0) return listed;
  const again = Array.from(text.matchAll(wordPattern)).flatMap(({ 0: written, index: start }) => {
    const name = written.replace(/(?<![.-])[.-]+$/, '');
    return names.has(name)
      ? [{ start, end: start + name.length, type: 'USERNAME' as const, score: confidence.shown }]
      : [];
  });
  return [...listed, ...again];
}

/** Those behind an account in a list of them. */
function listedAfter(text: string, { end }: Match): Match[] {
  const found: Match[] = [];
  for (nextPattern.lastIndex = end; ;) {
    const match = nextPattern.exec(text);
    const whole = match?.groups?.['name'] ?? '';
    const name = whole.replace(/(?<![.-])[.-]+$/, '');
    if (match === null || !isFormedName(name)) return found;
    const start = match.index + match[0].length - whole.length;
    found.push({ start, end: start + name.length, type: 'USERNAME', score: confidence.stated });
    if (name !== whole) return found;
  }
}
