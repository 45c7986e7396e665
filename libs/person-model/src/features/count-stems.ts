import { columnAt, type TokenColumns } from './columns';

/** The words of a text by stem, numbered in order of appearance. */
export interface StemCounts {
  /** The number of the stem of each token, -1 for what is no word. */
  ids: Int32Array;
  count: number;
  /** How often each stem occurs. */
  total: Int32Array;
}

/** Number the stems of a text; an open hash table, as a `Map` of that many numbers would be most of the work. */
export function countStems(columns: TokenColumns): StemCounts {
  const ids = new Int32Array(columns.count).fill(-1);
  const total = new Int32Array(columns.count);
  const size = 2 ** Math.ceil(Math.log2(2 * columns.count + 2));
  const keys = new Int32Array(size);
  const numbers = new Int32Array(size);
  let count = 0;
  for (let token = 0; token < columns.count; token += 1) {
    const stem = columns.get(columnAt.stem, token);
    if (stem === 0) continue;
    let slot = Math.imul(stem, 0x9e3779b1) >>> (32 - Math.log2(size));
    while (keys[slot] !== 0 && keys[slot] !== stem) slot = (slot + 1) & (size - 1);
    if (keys[slot] === 0) {
      keys[slot] = stem;
      numbers[slot] = count;
      count += 1;
    }
    const id = numbers[slot] ?? 0;
    ids[token] = id;
    total[id] = (total[id] ?? 0) + 1;
  }
  return { ids, count, total };
}
