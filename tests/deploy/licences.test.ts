import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDocument, ROOT } from '../docs/read-tables';

interface Lock {
  packages: Record<string, { version?: string; license?: string; dev?: boolean; link?: boolean }>;
}

const lock = JSON.parse(readDocument('package-lock.json')) as Lock;

function list(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const script = join(ROOT, 'scripts/dev/list-licences.mjs');
  return spawnSync(process.execPath, [script, ...args], { cwd: ROOT, encoding: 'utf8' });
}

/** The list for a lock file with further packages. */
function listWith(packages: Lock['packages']): ReturnType<typeof list> {
  const directory = mkdtempSync(join(tmpdir(), 'medley-lock-'));
  const file = join(directory, 'package-lock.json');
  writeFileSync(file, JSON.stringify({ packages: { ...lock.packages, ...packages } }));
  try {
    return list(file);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

describe('the licences of what ships', () => {
  const { status, stdout, stderr } = list();

  it('are all allowed', () => {
    expect([status, stderr]).toEqual([0, '']);
  });

  it('are listed for every package that the services run with, and for those in the console', () => {
    const shipped = Object.entries(lock.packages).filter(
      ([path, { dev, link }]) => path.includes('node_modules/') && dev !== true && link !== true,
    );
    expect(shipped.length).toBeGreaterThan(100);
    const missing = shipped
      .map(([path, { version }]) => `- ${path.replace(/^.*node_modules\//, '')} ${version}\n`)
      .filter((line) => !stdout.includes(line));
    expect(missing).toEqual([]);
    for (const name of ['react', 'scheduler', 'uplot'])
      expect(stdout).toMatch(new RegExp(`^- ${name} \\d`, 'm'));
    expect(stdout).not.toMatch(/^- (?:vite|jest|eslint) /m);
  });

  it.each([
    ['a licence that is not allowed', { version: '1.0.0', license: 'AGPL-3.0-only' }, 'AGPL-3.0-only'],
    ['no licence', { version: '1.0.0' }, 'none'],
  ])('are refused with %s, unless the package is for development', (_title, entry, named) => {
    const refused = listWith({ 'node_modules/some-package': entry });
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(`some-package 1.0.0: the licence ${named} is not allowed`);
    expect(listWith({ 'node_modules/some-package': { ...entry, dev: true } }).status).toBe(0);
  });

  it('are in docs/licences.md, with every exception', () => {
    const page = readFileSync(join(ROOT, 'docs/licences.md'), 'utf8');
    const headings = [...stdout.matchAll(/^## (\S+) /gm)].map(([, licence]) => licence ?? '');
    expect(headings.length).toBeGreaterThan(3);
    expect(headings.filter((licence) => !page.includes(licence))).toEqual([]);
  });
});
