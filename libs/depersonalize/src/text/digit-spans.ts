import type { Span } from './span';

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
