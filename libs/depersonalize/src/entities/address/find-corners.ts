import { confidence } from '../../document/confidence';
import type { Match } from '../../document/detector';
import type { TextDocument } from '../../document/text-document';
import { readRun } from './read-run';
import { streetWords } from './street-words';

const openingPattern = /(?<!\p{L})(?:the )?(?:corner|intersection|junction|crossing) of /giu;
const linkPattern = /[ ](?:and|&|\/)[ ]/y;

/** “the corner of 5th Avenue and Main Street”. */
export function findCorners({ text, words }: TextDocument): Match[] {
  const isLower = words.every(({ shape }) => shape === 'lower');
  return Array.from(text.matchAll(openingPattern), ({ 0: opening, index: start }) => {
    const first = streetEnd(text, start + opening.length, isLower);
    linkPattern.lastIndex = first ?? 0;
    const link = first === null ? null : linkPattern.exec(text);
    const second = first === null || link === null ? null : streetEnd(text, first + link[0].length, isLower);
    return {
      start,
      end: second ?? start,
      type: 'ADDRESS' as const,
      score: second === null ? 0 : confidence.stated,
    };
  }).filter(({ score }) => score > 0);
}

/** A name, numbered or not; in lower case only with a number or a word for streets. */
function streetEnd(text: string, start: number, isLower: boolean): number | null {
  const tokens = readRun(text, start, isLower).slice(0, 7);
  const isTelling = tokens.some(
    ({ isNumber, folded }) => isNumber || streetWords.english.has(folded) || streetWords.weak.has(folded),
  );
  const last = tokens.findLastIndex(({ folded }) => !streetWords.links.has(folded));
  return isLower && !isTelling ? null : (tokens[last]?.end ?? null);
}
