import { detect } from '@medley/depersonalize';
import { createInterface } from 'node:readline';

/**
 * Find personal data in JSON Lines: reads `{"id","text","lang"?}` a line on standard input and writes
 * `{"id","spans":[{"start","end","type"}]}` a line, in step with its reader and in constant memory.
 */
async function main(): Promise<void> {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    const written = process.stdout.write(`${JSON.stringify(spansOf(line))}\n`);
    if (!written) await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
}

function spansOf(line: string): { id: unknown; spans: { start: number; end: number; type: string }[] } {
  const record = JSON.parse(line) as { id: unknown; text: string; lang?: string };
  const found = detect(record.text, record.lang === undefined ? {} : { language: record.lang });
  return { id: record.id, spans: found.map(({ start, end, type }) => ({ start, end, type })) };
}

void main();
