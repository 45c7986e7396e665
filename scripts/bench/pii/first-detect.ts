import { madeUpText } from './made-up-text';

/** A process of its own: what it takes until the first finding, and what the engine keeps after much text. */
function main(): void {
  const text = madeUpText(4_000_000);
  const rssBefore = process.memoryUsage.rss();
  const startedAt = performance.now();
  // Loaded here and not above, since loading is what is measured.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { detect } = require('@medley/depersonalize') as { detect(text: string): unknown[] };
  const found = detect('Звонил Иван Петров, +7 912 345-67-89').length;
  const startMs = performance.now() - startedAt;
  const loadedMb = (process.memoryUsage.rss() - rssBefore) / 2 ** 20;
  for (let at = 0; at < text.length; at += 2_000) detect(text.slice(at, at + 2_000));
  const workingMb = (process.memoryUsage.rss() - rssBefore) / 2 ** 20;
  process.stdout.write(`${JSON.stringify({ found, startMs, loadedMb, workingMb })}\n`);
}

main();
