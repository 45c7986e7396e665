import { runMain } from '../../run-main';
import { madeUpText } from './made-up-text';

/** Run as a process: prints the time and memory until the first result, and the memory after much text. */
async function main(): Promise<void> {
  const text = madeUpText(4_000_000);
  const rssBefore = process.memoryUsage.rss();
  const startedAt = performance.now();
  // Imported here, because loading is what is measured.
  const { detect } = await import('@medley/depersonalize');
  const found = detect('Звонил Иван Петров, +7 912 345-67-89').length;
  const startMs = performance.now() - startedAt;
  const loadedMb = (process.memoryUsage.rss() - rssBefore) / 2 ** 20;
  for (let at = 0; at < text.length; at += 2_000) detect(text.slice(at, at + 2_000));
  const workingMb = (process.memoryUsage.rss() - rssBefore) / 2 ** 20;
  process.stdout.write(`${JSON.stringify({ found, startMs, loadedMb, workingMb })}\n`);
}

runMain(main);
