import { StringDecoder } from 'node:string_decoder';

/** A line that is longer is cut: a tool gone wild must not fill our memory. */
const LINE_MAX = 16 * 1024;

/** Take bytes in pieces and give whole lines (LF, CR or both end one); `end` gives what is left. */
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
