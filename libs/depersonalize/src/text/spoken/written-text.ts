import type { Span } from '../spans';

/** A stretch of a text that stands otherwise in the rewritten text; offsets into both. */
interface Piece {
  from: Span;
  to: Span;
}

/** A stretch of a text and what is written for it. */
export interface Rewrite extends Span {
  written: string;
}

/** Part of a text with some stretches rewritten, which leads offsets back to the text. */
export class WrittenText {
  readonly text: string;
  readonly #pieces: readonly Piece[];
  readonly #start: number;

  /** @param rewrites sorted, without overlaps, inside the span */
  constructor(source: string, span: Span, rewrites: readonly Rewrite[]) {
    const parts: string[] = [];
    const pieces: Piece[] = [];
    let at = span.start;
    let length = 0;
    for (const { start, end, written } of rewrites) {
      parts.push(source.slice(at, start), written);
      length += start - at;
      pieces.push({ from: { start, end }, to: { start: length, end: length + written.length } });
      length += written.length;
      at = end;
    }
    this.text = parts.join('') + source.slice(at, span.end);
    this.#pieces = pieces;
    this.#start = span.start;
  }

  /** Where in the rewritten text each stretch is that was rewritten. */
  get rewritten(): readonly Span[] {
    return this.#pieces.map(({ to }) => to);
  }

  /** The stretch of the source that a stretch of the rewritten text stands for; null: nothing in it is rewritten. */
  sourceOf({ start, end }: Span): Span | null {
    const first = this.#firstEndingBehind(start);
    const touched = this.#pieces[first];
    if (touched === undefined || touched.to.start >= end) return null;
    return { start: this.#toSource(start, 'start'), end: this.#toSource(end, 'end') };
  }

  /** Inside a rewritten piece all of it counts. */
  #toSource(offset: number, side: 'start' | 'end'): number {
    const behind = side === 'start' ? offset : offset - 1;
    const piece = this.#pieces[this.#firstEndingBehind(behind)];
    if (piece !== undefined && piece.to.start <= behind) return piece.from[side];
    const before = this.#pieces[this.#firstEndingBehind(behind) - 1];
    return offset + (before === undefined ? this.#start : before.from.end - before.to.end);
  }

  /** Index of the first piece that ends behind an offset of the rewritten text. */
  #firstEndingBehind(offset: number): number {
    let low = 0;
    let high = this.#pieces.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#pieces[middle]?.to.end ?? Infinity) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
