import type { Span } from '../spans';
import type { SpokenPart } from './read-spoken-parts';

/** The parts of a text that may be a name of the net, asked by their index; beyond the ends there is nothing. */
export class SpokenParts {
  readonly #parts: readonly SpokenPart[];

  constructor(parts: readonly SpokenPart[]) {
    this.#parts = parts;
  }

  get length(): number {
    return this.#parts.length;
  }

  at(index: number): SpokenPart | undefined {
    return this.#parts[index];
  }

  typed(index: number): string {
    return this.#parts[index]?.typed ?? '';
  }

  /** A word or a number. */
  isAtom(index: number): boolean {
    const part = this.#parts[index];
    return part !== undefined && part.kind !== 'sign';
  }

  isNumber(index: number): boolean {
    return this.#parts[index]?.kind === 'number';
  }

  /** Whether a part follows the one before at once. */
  isNext(index: number): boolean {
    return this.#parts[index]?.isNext === true;
  }

  /** One of some signs, right behind the part before. */
  isSign(index: number, signs: string): boolean {
    const part = this.#parts[index];
    return part?.kind === 'sign' && part.isNext && signs.includes(part.typed);
  }

  /** A sign of these and the atom behind it, both without a break. */
  isJoint(index: number, signs: string): boolean {
    return this.isSign(index, signs) && this.isAtom(index + 1) && this.isNext(index + 1);
  }

  /** Said in a word, not typed. */
  isWord(index: number): boolean {
    const part = this.#parts[index];
    return part !== undefined && part.end - part.start > 1;
  }

  /** A number or a letter, which is part of the name beside it; “a” and «и» are words. */
  isShort(index: number): boolean {
    const part = this.#parts[index];
    if (part === undefined) return false;
    return part.kind === 'number' || (part.typed.length === 1 && !/^[aiавикосуя]$/u.test(part.typed));
  }

  spanOf(first: number, last: number): Span {
    return { start: this.#parts[first]?.start ?? 0, end: this.#parts[last]?.end ?? 0 };
  }
}
