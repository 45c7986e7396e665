import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['libs', 'services', 'scripts', 'tests'];
/** Declarations that the build has emitted, and the helpers of suites, which have none. */
const SEEN_BY_OTHERS = /\/dist\/.*\.d\.ts$|(?:^tests|\/test)\/.*(?<!\.test)\.ts$/;

/**
 * The directory of ESLint's cache, another one as soon as the types that one file may see of another have changed:
 * ESLint itself compares the linted file alone, but typed rules depend on what it imports.
 */
export function lintCacheDirectory(root: string): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  for (const file of files
    .filter((name) => SEEN_BY_OTHERS.test(name) && !name.includes('node_modules'))
    .sort()) {
    hash.update(`\n${file}\n`).update(readFileSync(join(root, file)));
  }
  return join('.medley', 'eslint', hash.digest('hex').slice(0, 16), '/');
}
