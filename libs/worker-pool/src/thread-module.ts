import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The module that a thread or a child process loads, and the Node.js options that loading it needs. */
export interface ThreadModule {
  filename: string;
  execArgv: string[];
}

const typescript = join(__dirname, '..', 'register-typescript.cjs');

/**
 * Resolve a module path without extension, such as `join(__dirname, 'text-job')`, to the built `.js` file or, in tests, to the
 * `.ts` source, which is compiled when it is loaded. A path that ends in `.cjs` is returned unchanged.
 */
export function threadModule(path: string): ThreadModule {
  if (path.endsWith('.cjs')) return { filename: path, execArgv: [] };
  const built = `${path}.js`;
  if (existsSync(built)) return { filename: built, execArgv: [] };
  return { filename: `${path}.ts`, execArgv: ['--require', typescript] };
}
