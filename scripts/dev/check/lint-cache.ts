import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['libs', 'services', 'scripts', 'tests'];
/** Declarations that the build has emitted, and the helpers of suites, which have none. */
const SEEN_BY_OTHERS = /\/dist\/.*\.d\.ts$|(?:^tests|\/test)\/.*(?<!\.test)\.ts$/;

/**
 * Make ESLint's cache in `directory` fit: ESLint compares the linted file alone, but typed rules depend on what it
 * imports. So the cache is emptied as soon as the types that one file may see of another have changed.
 */
export function prepareLintCache(directory: string): void {
  const mark = join(directory, 'types');
  const key = keyOfTypes();
  if (existsSync(mark) && readFileSync(mark, 'utf8') === key) return;
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  writeFileSync(mark, key);
}

function keyOfTypes(): string {
  const hash = createHash('sha256').update(readFileSync('package-lock.json'));
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  for (const file of files
    .filter((name) => SEEN_BY_OTHERS.test(name) && !name.includes('node_modules'))
    .sort()) {
    hash.update(`\n${file}\n`).update(readFileSync(file));
  }
  return hash.digest('hex');
}
