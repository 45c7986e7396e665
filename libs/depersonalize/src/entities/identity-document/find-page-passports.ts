import { confidence } from '../../document/confidence';
import type { Match } from '../../document/detector';
import type { TextDocument } from '../../document/text-document';

/** Words that only the page of a passport has: who gave it out, the code of the office. */
const pageWords =
  /код[ \u00a0]{1,2}подразделения|паспорт[ \u00a0]{1,2}(?:гражданина|выдан)|(?<!\p{L})к\/п[ \u00a0:]{1,2}\d{3}-\d{3}/iu;
const REACH = 320;
/** A series and a number alone in their line, or right behind the code of the office. */
const pagePattern =
  /(?<=(?:^|\n)[ \t]{0,8}|(?:подразделения|к\/п)[ \u00a0:]{1,4}\d{3}-\d{3}[ \u00a0,;]{1,6})\d{2}[ \u00a0]{0,2}\d{2}[ \t\u00a0]{1,4}(?:№[ \u00a0]?)?\d{6}(?=[ \t]{0,8}(?:\r?\n|$|[,;]))/gu;
const SCORE = confidence.shown;

/** Passports that nothing calls so, copied with the page that they stand on. */
export function findPagePassports({ text, hasDigits }: TextDocument): Match[] {
  if (!hasDigits || !pageWords.test(text)) return [];
  return Array.from(text.matchAll(pagePattern)).flatMap(({ 0: written, index: start }) => {
    const end = start + written.length;
    const isOnPage =
      pageWords.test(text.slice(Math.max(0, start - REACH), start)) ||
      pageWords.test(text.slice(end, end + REACH));
    return isOnPage ? [{ start, end, type: 'PASSPORT' as const, score: SCORE }] : [];
  });
}
