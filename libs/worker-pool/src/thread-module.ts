import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What a thread loads, and the Node.js options that it needs for that. */
export interface ThreadModule {
  filename: string;
  execArgv: string[];
}

const typescript = join(__dirname, '..', 'register-typescript.cjs');

/**
 * The file of a module that is given without its extension, `join(__dirname, 'text-job')`: beside built code it is
 * JavaScript, beside TypeScript sources (in tests) it is compiled as the thread loads it. A `.cjs` file is taken as it is.
 */
export function threadModule(path: string): ThreadModule {
  if (path.endsWith('.cjs')) return { filename: path, execArgv: [] };
  const built = `${path}.js`;
  if (existsSync(built)) return { filename: built, execArgv: [] };
  return { filename: `${path}.ts`, execArgv: ['--require', typescript] };
}
