import { environment } from '@medley/kit';
import { accessSync, constants } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fetchGlibc } from './fetch-glibc';

/** How to start a Node.js process that can load the native module. */
export interface Runtime {
  execPath: string;
  execArgv: string[];
}

const GLIBC_NEEDED = [2, 38] as const;

/**
 * The running Node.js when its glibc is 2.38 or newer, else the same Node.js with a downloaded glibc.
 * @throws MongoUnavailableError when no such glibc is available
 */
export async function chooseRuntime(dataDir: string, onProgress: (text: string) => void): Promise<Runtime> {
  if (process.platform !== 'linux' || isNewEnough(glibcVersion())) {
    return { execPath: process.execPath, execArgv: [] };
  }
  const glibc = await fetchGlibc(await cacheDirectory(dataDir), onProgress);
  return { execPath: glibc.loader, execArgv: ['--library-path', glibc.libraryPath, process.execPath] };
}

/** For example `2.36`; null with another C library (musl). */
function glibcVersion(): string | null {
  const report: unknown = process.report.getReport();
  if (typeof report !== 'object' || report === null || !('header' in report)) return null;
  const header = report.header as { glibcVersionRuntime?: string };
  return header.glibcVersionRuntime ?? null;
}

function isNewEnough(version: string | null): boolean {
  if (version === null) return false;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > GLIBC_NEEDED[0] || (major === GLIBC_NEEDED[0] && minor >= GLIBC_NEEDED[1]);
}

/** The cache directory of the user, shared by all data directories; if it is not writable, the data directory. */
async function cacheDirectory(dataDir: string): Promise<string> {
  const base = environment()['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const shared = join(base, 'medley', 'glibc');
  try {
    await mkdir(shared, { recursive: true, mode: 0o700 });
    accessSync(shared, constants.W_OK);
    return shared;
  } catch {
    const own = join(dataDir, 'glibc');
    await mkdir(own, { recursive: true, mode: 0o700 });
    return own;
  }
}
