import { numberSigns } from './number-signs';

/** A part of a text; UTF-16 offsets, `end` exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** The text before an offset, as far as it counts. */
export function textBefore(text: string, offset: number, reach: number): string {
  return text.slice(Math.max(0, offset - reach), offset);
}

/** The text behind an offset, as far as it counts. */
export function textAfter(text: string, offset: number, reach: number): string {
  return text.slice(offset, offset + reach);
}

/** The match of a sticky pattern that begins at an offset. */
export function matchAt(pattern: RegExp, text: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset;
  return pattern.exec(text);
}

/** Where the match of a sticky pattern that begins at an offset ends. */
export function matchEnd(pattern: RegExp, text: string, offset: number): number | null {
  const match = matchAt(pattern, text, offset);
  return match === null ? null : offset + match[0].length;
}

const BLANKS: ReadonlySet<number> = new Set([9, 10, 13, 32]);

/**
 * The runs of a text without a blank in which a global pattern matches: where to look for what has such a mark and no
 * blank in it, as links and e-mail addresses. Linear.
 */
export function runSpans(text: string, mark: RegExp): Span[] {
  const spans: Span[] = [];
  mark.lastIndex = 0;
  for (let match = mark.exec(text); match !== null; match = mark.exec(text)) {
    const last = spans.at(-1)?.end ?? 0;
    let start = match.index;
    while (start > last && !BLANKS.has(text.charCodeAt(start - 1))) start -= 1;
    let end = match.index + match[0].length;
    while (end < text.length && !BLANKS.has(text.charCodeAt(end))) end += 1;
    spans.push({ start, end });
    mark.lastIndex = end;
  }
  return spans;
}

interface SpanMatch {
  written: string;
  /** Its place in the whole text. */
  start: number;
}

/**
 * Every match of a global pattern inside spans of a text, in order. Not by `matchAll`, which copies the pattern each
 * time: most spans have no match of most patterns. Of a span that has its text that is read.
 */
export function matchInSpans(
  text: string,
  spans: readonly (Span & { written?: string })[],
  pattern: RegExp,
): SpanMatch[] {
  const found: SpanMatch[] = [];
  for (const { start, end, written } of spans) {
    const span = written ?? text.slice(start, end);
    pattern.lastIndex = 0;
    for (let match = pattern.exec(span); match !== null; match = pattern.exec(span)) {
      found.push({ written: match[0], start: start + match.index });
      if (match[0] === '') pattern.lastIndex += 1;
    }
  }
  return found;
}

/** Index of the first of sorted numbers that is not below a bound; their count when there is none. */
export function firstAtOrAfter(sorted: readonly number[], bound: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? Infinity) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How far around a digit a number may reach with its letters and signs. */
const MARGIN = 32;

/** A stretch with digits. */
export interface DigitSpan extends Span {
  /** How many digits it has. */
  digits: number;
  /** Its text, which many patterns are tried on. */
  written: string;
}

/** The parts of a text that have digits, with some text around them: where patterns of numbers need to look. */
export function digitSpans(text: string): DigitSpan[] {
  const spans: DigitSpan[] = [];
  let last: DigitSpan | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 48 || unit > 57) continue;
    if (last !== undefined && at - MARGIN <= last.end) {
      last.end = at + MARGIN;
      last.digits += 1;
    } else spans.push((last = { start: Math.max(0, at - MARGIN), end: at + MARGIN, digits: 1, written: '' }));
  }
  for (const span of spans) span.written = text.slice(span.start, span.end);
  return spans;
}

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
