const LF = 0x0a;

/** A line without its terminator; `bytes` is null when it exceeded the limit. */
export interface InputLine {
  /** From 1. */
  number: number;
  bytes: Buffer | null;
}

/**
 * Split a stream of bytes into lines; buffers at most one line of the given length. The lines of a chunk are yielded
 * together, so that their answers can be written together.
 */
export async function* splitLines(
  input: AsyncIterable<Buffer>,
  lineBytesMax: number,
): AsyncGenerator<InputLine[]> {
  let parts: Buffer[] = [];
  let size = 0;
  let number = 0;
  const add = (part: Buffer): void => {
    size += part.length;
    if (size <= lineBytesMax) parts.push(part);
    else parts = [];
  };
  const take = (): InputLine => {
    number += 1;
    const bytes =
      size > lineBytesMax ? null : parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
    parts = [];
    size = 0;
    return { number, bytes };
  };
  for await (const piece of input) {
    const lines: InputLine[] = [];
    let from = 0;
    for (let end = piece.indexOf(LF); end >= 0; end = piece.indexOf(LF, from)) {
      add(piece.subarray(from, end));
      lines.push(take());
      from = end + 1;
    }
    add(piece.subarray(from));
    if (lines.length > 0) yield lines;
  }
  if (size > 0) yield [take()];
}
