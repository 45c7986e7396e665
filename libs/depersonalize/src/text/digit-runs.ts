import { numberSigns } from './number-signs';
import type { Span } from './span';

/** Groups of digits that may be one number, however it is written or dictated. */
export interface DigitRun {
  groups: readonly Span[];
  /** The text between each group and the next. */
  gaps: readonly string[];
}

const { blank, dash } = numberSigns;
const GAP_MAX = 24;
const GROUP_MAX = 20;
const GROUPS_MAX = 20;
const DIGITS_MIN = 9;
const sign = `(?:${blank}|${dash}|[.,;:/|_…()«»"\\r\\n])`;
/** {"series":"4517","number":"204481"}, series=4517&number=204481 */
const field = '(?:["\',&]{0,3}(?:passport_)?(?:number|nomer|num|номер)["\':=]{0,4})';
/** «45 17, дальше 204 481», «445, и 95», «№», «номер» */
const gapPattern = new RegExp(
  `^${sign}{0,6}(?:(?:и|а|дальше|далее|потом|затем|ещ[её]|then|and)(?!\\p{L})${sign}{0,4})?(?:(?:номер(?:[ \\u00a0]паспорта)?|ном\\.?|н-р|№|#)${sign}{0,3}|${field})?$`,
  'iu',
);

/** The runs of a text with as many digits as the shortest number has, in order. Linear. */
export function digitRuns(text: string): DigitRun[] {
  const runs: DigitRun[] = [];
  let groups: Span[] = [];
  let gaps: string[] = [];
  const close = (): void => {
    const digits = groups.reduce((sum, { start, end }) => sum + end - start, 0);
    if (groups.length > 1 && digits >= DIGITS_MIN) runs.push({ groups, gaps });
    groups = [];
    gaps = [];
  };
  for (const { 0: written, index: start } of text.matchAll(/\d+/g)) {
    const end = start + written.length;
    const last = groups.at(-1)?.end ?? -Infinity;
    const gap = start - last <= GAP_MAX ? text.slice(last, start) : null;
    const isNext = gap !== null && gap.length > 0 && gapPattern.test(gap) && groups.length < GROUPS_MAX;
    if (!isNext) close();
    else gaps.push(gap);
    if (written.length > GROUP_MAX) close();
    else groups.push({ start, end });
  }
  close();
  return runs;
}
