import { detect } from '@medley/depersonalize';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** An invalid line; the message gives the reason and never repeats the text. */
export class BadLine extends Error {}

/**
 * The answer to one line `{"id","text","lang"?}`: `{"id","spans":[{"start","end","type"}]}`, offsets in UTF-16 units;
 * null for a blank line.
 * @throws BadLine
 */
export function spansOfLine(bytes: Buffer): string | null {
  const line = decode(bytes);
  if (line.trim() === '') return null;
  const { id, text, lang } = readRecord(line);
  const found = detect(text, typeof lang === 'string' ? { language: lang } : {});
  return JSON.stringify({ id, spans: found.map(({ start, end, type }) => ({ start, end, type })) });
}

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new BadLine('is not UTF-8');
  }
}

function readRecord(line: string): { id: string | number; text: string; lang: unknown } {
  const record = parse(line);
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    throw new BadLine('is not a JSON object');
  }
  const { id, text, lang } = record as Record<string, unknown>;
  if (typeof id !== 'string' && typeof id !== 'number') throw new BadLine('"id" is not a string or a number');
  if (typeof text !== 'string') throw new BadLine('"text" is not a string');
  if (lang !== undefined && lang !== null && typeof lang !== 'string') {
    throw new BadLine('"lang" is not a string');
  }
  return { id, text, lang };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The error's own message quotes the line, which may hold personal data.
    throw new BadLine('is not JSON');
  }
}
