import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The packages that a fresh process has loaded after some work with the built engine. */
function loadedBy(work: string): string[] {
  const engine = JSON.stringify(join(__dirname, '..', 'dist', 'index.js'));
  const script = `const engine = require(${engine}); ${work};
    const names = Object.keys(require.cache).map((file) => /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(file)?.[1] ?? 'engine');
    console.log(JSON.stringify([...new Set(names)].sort()));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  if (stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout) as string[];
}

const russian = JSON.stringify('Звонил Иван Петров, +7 912 345-67-89, г. Москва, ул. Лесная, д. 5');

describe('a process that uses the engine', () => {
  test('loads nothing but the engine to find, mark and restore in Russian', () => {
    const work = `const { text, mapping } = engine.depersonalize(${russian}, { mode: 'reversible' }); engine.restore(text, mapping)`;
    expect(loadedBy(work)).toEqual(['engine']);
  });

  test('loads the numbering plans for a foreign number only, and names to draw from for fakes only', () => {
    expect(loadedBy(`engine.detect('Call +44 20 7946 0958')`)).toEqual(['engine', 'libphonenumber-js']);
    expect(loadedBy(`engine.depersonalize(${russian}, { mode: 'randomize', seed: 1 })`)).toContain(
      '@faker-js/faker',
    );
  });
});
