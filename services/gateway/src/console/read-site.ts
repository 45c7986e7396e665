import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The built console, read into memory: a few hundred kB. */
export interface ConsoleSite {
  /** The page, whose links begin with `./`. */
  page: string;
  /** By their name in `assets`; names carry a hash of the content. */
  assets: ReadonlyMap<string, SiteFile>;
  icon: SiteFile | null;
}

export interface SiteFile {
  type: string;
  bytes: Buffer;
  /** Null where it would save nothing. */
  gzipped: Buffer | null;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Where the build of the console writes; null when its package is not installed. */
export function findSiteDirectory(): string | null {
  try {
    return join(dirname(require.resolve('@medley/console/package.json')), 'dist/site');
  } catch {
    return null;
  }
}

/** Null when there is no complete build in the directory. */
export function readSite(directory: string | null): ConsoleSite | null {
  if (directory === null) return null;
  try {
    const page = readFileSync(join(directory, 'index.html'), 'utf8');
    const names = readdirSync(join(directory, 'assets'));
    const assets = new Map(names.map((name) => [name, readFile(join(directory, 'assets', name))]));
    return { page, assets, icon: readFile(join(directory, 'icon.svg')) };
  } catch {
    return null;
  }
}

function readFile(path: string): SiteFile {
  const bytes = readFileSync(path);
  const extension = extname(path);
  const gzipped = extension === '.woff2' ? null : gzipSync(bytes, { level: 9 });
  return { type: types[extension] ?? 'application/octet-stream', bytes, gzipped };
}
