import { confidence } from '../../document/confidence';
import type { Match } from '../../document/detector';
import type { TextDocument } from '../../document/text-document';

/** «серия? — 4508 — а номер? — 123456» */
const asked =
  /(?<!\p{L})сери[яюи](?!\p{L})\D{1,60}(?<![\d.])(?<series>\d{2}[ \u00a0]?\d{2})(?![\d.,]\d|\d|[ \u00a0]\d)\D{0,60}номер\D{0,60}(?<number>\d{3}[ \u00a0]?\d{3})(?![\d-]|[.,]\d)/giu;
const passport = /(?<!\p{L})(?:загран)?пасп/iu;
const EARLIER = 200;
/** Below that of numbers that are one. */
const SCORE = confidence.confirmed;

/** Series and number of a passport that other words keep apart, as in turns of a talk: each by itself. */
export function findSplitPassports({ text, hasDigits }: TextDocument): Match[] {
  if (!hasDigits || !/сери[яюи]/iu.test(text)) return [];
  return Array.from(text.matchAll(asked)).flatMap(({ 0: written, index, groups }) => {
    if (!passport.test(text.slice(Math.max(0, index - EARLIER), index + written.length))) return [];
    const { series = '', number = '' } = groups ?? {};
    const first = index + written.indexOf(series);
    const end = index + written.length;
    return [
      { start: first, end: first + series.length, type: 'PASSPORT' as const, score: SCORE },
      { start: end - number.length, end, type: 'PASSPORT' as const, score: SCORE },
    ];
  });
}
