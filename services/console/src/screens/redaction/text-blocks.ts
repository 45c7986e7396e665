import type { Part } from './mentions';

/** Characters after which a block may end. */
const BLOCK_MIN = 3_000;
/** Characters after which it ends at a space too, if no line does before. */
const LINE_MAX = 20_000;

/** A part of one side that the browser lays out on its own, as a block. */
export type Block = Part[];

/**
 * Splits a side into blocks, so that the browser lays out only those in sight. A block ends at a line break, which is
 * left out as the end of the block stands for it; next to an empty line it does not end, for that line would be lost.
 */
export function blocksOf(parts: readonly Part[], lengthOf: (part: Part) => number): Block[] {
  const blocks: Block[] = [];
  let block: Block = [];
  let length = 0;
  for (const [index, part] of parts.entries()) {
    if (typeof part !== 'string') {
      block.push(part);
      length += lengthOf(part);
      continue;
    }
    const text = { text: part, isFirst: index === 0, isLast: index === parts.length - 1 };
    let from = 0;
    for (let end = endOf(text, from, length); end !== null; end = endOf(text, from, 0)) {
      block.push(part.slice(from, end.at));
      blocks.push(block);
      block = [];
      length = 0;
      from = end.next;
    }
    if (from < part.length) block.push(part.slice(from));
    length += part.length - from;
  }
  if (block.length > 0) blocks.push(block);
  return blocks;
}

interface BlockEnd {
  at: number;
  /** Where the next block begins. */
  next: number;
}

/** What stands between two mentions. */
interface PlainText {
  text: string;
  isFirst: boolean;
  isLast: boolean;
}

/** Null: the block, with `length` characters before `from`, goes on after this text. */
function endOf(plain: PlainText, from: number, length: number): BlockEnd | null {
  const { text } = plain;
  const earliest = from + Math.max(0, BLOCK_MIN - length);
  const latest = from + Math.max(0, LINE_MAX - length);
  for (let at = text.indexOf('\n', earliest); at >= 0 && at <= latest; at = text.indexOf('\n', at + 1))
    if (isEndOfLine(plain, at)) return { at, next: at + 1 };
  const space = text.indexOf(' ', latest);
  return space < 0 ? null : { at: space + 1, next: space + 1 };
}

/** Whether a line with something in it ends here, and another follows. */
function isEndOfLine({ text, isFirst, isLast }: PlainText, at: number): boolean {
  const before = at === 0 ? !isFirst : text[at - 1] !== '\n';
  const after = at === text.length - 1 ? !isLast : text[at + 1] !== '\n';
  return before && after;
}
