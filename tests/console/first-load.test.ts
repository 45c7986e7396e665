import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const SITE = join(__dirname, '../../services/console/dist/site');
const LIMIT_BYTES = 170 * 1024;

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

/** What a browser loads before the first screen: the page, the entry with all it imports, and its styles. */
function filesOf(manifest: Record<string, Chunk>, entries: readonly string[]): Set<string> {
  const files = new Set(['index.html']);
  const seen = new Set<string>();
  const add = (name: string): void => {
    const chunk = manifest[name];
    if (seen.has(name) || !chunk) return;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    chunk.imports?.forEach(add);
  };
  entries.forEach(add);
  return files;
}

test('the first screen of the console needs at most 170 kB, compressed', () => {
  const manifest = JSON.parse(readFileSync(join(SITE, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const files = filesOf(manifest, ['index.html', 'src/screens/overview/overview-screen.tsx']);
  const bytes = [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(SITE, file)), { level: 9 }).length,
    0,
  );
  expect(files.size).toBeGreaterThan(3);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(LIMIT_BYTES);
});

test('nothing of Node.js is in the bundle', () => {
  const manifest = JSON.parse(readFileSync(join(SITE, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  for (const [name, { file }] of Object.entries(manifest)) {
    if (!file.endsWith('.js')) continue;
    const code = readFileSync(join(SITE, file), 'utf8');
    expect(code).not.toContain('__vite-browser-external');
    // It holds receivers for Node.js as texts to copy.
    if (name.endsWith('/webhooks-screen.tsx')) continue;
    expect(code).not.toMatch(/node:(?:crypto|fs)|createHmac|timingSafeEqual/);
  }
});
