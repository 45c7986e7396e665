import { StringDecoder } from 'node:string_decoder';

/** Longer lines are truncated, so that the output of a program cannot exhaust memory. */
const LINE_MAX = 16 * 1024;

/** Splits a byte stream into lines (ended by LF, CR or CRLF); `end` emits the unfinished line. */
export function splitLines(onLine: (line: string) => void): { push(chunk: Buffer): void; end(): void } {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const take = (text: string): void => {
    const lines = (rest + text).split(/[\r\n]+/);
    rest = (lines.pop() ?? '').slice(0, LINE_MAX);
    for (const line of lines) if (line !== '') onLine(line.slice(0, LINE_MAX));
  };
  return {
    push: (chunk) => take(decoder.write(chunk)),
    end: () => take(`${decoder.end()}\n`),
  };
}
