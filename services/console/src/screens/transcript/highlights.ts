/** Names of the highlights in transcript.css. */
type HighlightName = 'active' | 'found' | 'found-now';

/** Lights ranges of the page without changing it; browsers that cannot do without. */
export function highlight(name: HighlightName, ranges: readonly Range[]): void {
  if (!('highlights' in CSS)) return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}

/** A stretch of the text of a passage that is on the page; null while it is not. */
export function rangeIn(
  list: Element | null,
  { passage, from, to }: { passage: number; from: number; to: number },
): Range | null {
  const text = list?.querySelector(`[data-passage="${passage}"] .passage-text`)?.firstChild;
  if (!(text instanceof Text) || to > text.length) return null;
  const range = document.createRange();
  range.setStart(text, from);
  range.setEnd(text, to);
  return range;
}

/** Room under the bar that stays in sight, and at the lower end of the window. */
const ABOVE_PX = 150;
const BELOW_PX = 60;
const TRIES = 3;

/** Scrolls a range into the middle if it is not in sight; the heights of rows far away are guesses, so it looks again. */
export function bringIntoSight(range: Range, tries = TRIES): void {
  const { top, bottom } = range.getBoundingClientRect();
  if (tries === 0 || (top >= ABOVE_PX && bottom <= innerHeight - BELOW_PX)) return;
  scrollTo({ top: scrollY + top - innerHeight * 0.4, behavior: 'instant' });
  requestAnimationFrame(() => bringIntoSight(range, tries - 1));
}
