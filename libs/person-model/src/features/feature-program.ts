import { columnAt, REACH, type Column, type TokenColumns } from './columns';
import type { Term } from './feature-list';

const MULTIPLIER = 0x9e3779b1;
const LAST = 0x2c1b3c6d;

/** A list of features made ready: which cells each combines. */
export class FeatureProgram {
  /** Column and offset of every term, feature behind feature. */
  readonly #columns: Int32Array;
  readonly #offsets: Int32Array;
  /** Where the terms of each feature end. */
  readonly #ends: Int32Array;
  readonly #seeds: Int32Array;
  readonly size: number;

  constructor(list: readonly (readonly Term[])[]) {
    const terms = list.flat().map(readTerm);
    this.#columns = Int32Array.from(terms.map(({ column }) => column));
    this.#offsets = Int32Array.from(terms.map(({ offset }) => offset));
    let end = 0;
    this.#ends = Int32Array.from(list.map(({ length }) => (end += length)));
    this.#seeds = Int32Array.from(list.map((_, i) => Math.imul(i + 1, 0x85ebca6b)));
    this.size = list.length;
  }

  /** The program for one text: cells are addressed by the stride of its columns. */
  bind(columns: TokenColumns): BoundProgram {
    const bases = this.#columns.map((column, i) => column * columns.stride + REACH + (this.#offsets[i] ?? 0));
    return new BoundProgram({ cells: columns.cells, bases, ends: this.#ends, seeds: this.#seeds });
  }
}

interface ProgramParts {
  cells: Int32Array;
  bases: Int32Array;
  ends: Int32Array;
  seeds: Int32Array;
}

/** Hashes the features of any token of one text. */
export class BoundProgram {
  constructor(private readonly parts: ProgramParts) {}

  /** Write a hash of 32 bits for each feature that the token has; the number of them. */
  hashesOf(token: number, hashes: Int32Array): number {
    const { cells, bases, ends, seeds } = this.parts;
    let count = 0;
    let term = 0;
    for (let feature = 0; feature < ends.length; feature += 1) {
      const end = ends[feature] ?? 0;
      let hash = seeds[feature] ?? 0;
      for (; term < end; term += 1) {
        const value = cells[(bases[term] ?? 0) + token] ?? 0;
        if (value === 0) break;
        hash = Math.imul(hash ^ value, MULTIPLIER);
        hash ^= hash >>> 15;
      }
      if (term === end) {
        hash = Math.imul(hash, LAST);
        hashes[count] = hash ^ (hash >>> 16);
        count += 1;
      } else term = end;
    }
    return count;
  }

  /** The numbers in the list of the features that `hashesOf` hashes, in the same order. For training. */
  numbersOf(token: number): number[] {
    const { cells, bases, ends } = this.parts;
    return [...ends.keys()].filter((feature) => {
      const terms = bases.subarray(feature === 0 ? 0 : ends[feature - 1], ends[feature]);
      return terms.every((base) => cells[base + token] !== 0);
    });
  }
}

function readTerm(term: Term): { column: number; offset: number } {
  const [, name = '', offset = '0'] = /^(\w+)([-+][12])?$/.exec(term) ?? [];
  return { column: columnAt[name as Column], offset: Number(offset) };
}
