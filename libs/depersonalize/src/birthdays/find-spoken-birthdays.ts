import { ordinalDateSource } from '../date-sources';
import type { Finding } from '../detector';
import type { TextDocument } from '../text-document';

const datePattern = new RegExp(ordinalDateSource, 'iuy');
/** How the number of a day ends: «второе», «второго», «третье», «третьего». */
const dayEnd = /(?:ого|его|ое|ье)$/u;

/** Dates without a digit («пятое мая тысяча девятьсот …»), where a birthday is spoken of. */
export function findSpokenBirthdays(
  document: TextDocument,
  judge: (start: number, end: number) => number,
): Finding[] {
  const { text, words } = document;
  if (!/рожд|родил|родив/iu.test(text)) return [];
  const found: Finding[] = [];
  words.forEach(({ start, end, folded }, at) => {
    if (!dayEnd.test(folded)) return;
    const before = words[at - 1];
    const hasTens = before !== undefined && /^(?:двадцать|тридцать)$/u.test(before.folded);
    const from = hasTens && start - before.end === 1 ? before.start : start;
    datePattern.lastIndex = from;
    const match = datePattern.exec(text);
    if (match === null || from + match[0].length <= end || from < (found.at(-1)?.end ?? 0)) return;
    const score = judge(from, from + match[0].length);
    if (score > 0) found.push({ start: from, end: from + match[0].length, type: 'DATE_OF_BIRTH', score });
  });
  return found;
}
