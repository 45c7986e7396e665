import { transformFile } from '@swc/core';
import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const repositoryRoot = join(__dirname, '../..');

const TRUSTED = ['-c', `safe.directory=${repositoryRoot}`];

/** What a version needs to run. */
const PARTS = ['libs', 'services', 'scripts', 'package.json'];
const WORKSPACES = ['libs', 'services'];
/** What no service runs: these need a bundler, or tools of developers. */
const NOT_COMPILED = new Set(['services/console', 'libs/testing', 'scripts/dev', 'scripts/dist']);

/** The checkout of a version beside this one, compiled. */
export interface ReleasedVersion {
  /** Of its package.json. */
  version: string;
  commit: string;
  root: string;
  remove(): Promise<void>;
}

/**
 * The newest commit before this one that set the version in package.json: what operators upgrade from. Null without the
 * history of the repository, as in an archive or a shallow clone.
 */
export function findReleaseCommit(): string | null {
  try {
    if (
      !existsSync(join(repositoryRoot, '.git')) ||
      git('rev-parse', '--is-shallow-repository') !== 'false'
    ) {
      return null;
    }
    const head = git('rev-parse', 'HEAD');
    const commits = git('log', '--max-count=2', '--format=%H', '-G^  "version":', '--', 'package.json');
    return commits.split('\n').find((commit) => commit !== '' && commit !== head) ?? null;
  } catch {
    return null; // no git, or a repository of another user
  }
}

function git(...args: string[]): string {
  // In a container the checkout may be of another user, and git would refuse it.
  return execFileSync('git', [...TRUSTED, ...args], {
    cwd: repositoryRoot,
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim();
}

/** Checks out and compiles a commit in a temporary directory; it shares the packages of npm with this checkout. */
export async function buildVersion(commit: string): Promise<ReleasedVersion> {
  const root = await mkdtemp(join(tmpdir(), 'medley-version-'));
  const remove = (): Promise<void> => rm(root, { recursive: true, force: true });
  try {
    const archive = join(root, 'version.tar');
    await execute('git', [...TRUSTED, 'archive', '--output', archive, commit, ...PARTS], {
      cwd: repositoryRoot,
    });
    await execute('tar', ['-xf', archive, '-C', root]);
    await Promise.all([linkPackages(root), compile(root)]);
    return { version: (await readPackage(root)).version, commit, root, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Packages of npm are those of this checkout; those of the workspace are its own. */
async function linkPackages(root: string): Promise<void> {
  const packages = await listWorkspaces(root);
  const [[scope = ''] = []] = packages.map(({ name }) => name.split('/'));
  await linkEntries(join(repositoryRoot, 'node_modules'), join(root, 'node_modules'), scope);
  await mkdir(join(root, 'node_modules', scope), { recursive: true });
  for (const { name, directory } of packages) {
    await symlink(join(root, directory), join(root, 'node_modules', name));
    const nested = join(repositoryRoot, directory, 'node_modules');
    if (existsSync(nested)) await symlink(nested, join(root, directory, 'node_modules'));
  }
}

async function linkEntries(from: string, to: string, omitted: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const names = (await readdir(from)).filter((name) => name !== omitted && !name.startsWith('.'));
  await Promise.all(names.map((name) => symlink(join(from, name), join(to, name))));
}

async function listWorkspaces(root: string): Promise<{ name: string; directory: string }[]> {
  const parents = await Promise.all(
    WORKSPACES.map(async (parent) => (await readdir(join(root, parent))).map((name) => join(parent, name))),
  );
  const directories = parents.flat().filter((directory) => existsSync(join(root, directory, 'package.json')));
  return Promise.all(
    directories.map(async (directory) => ({ ...(await readPackage(join(root, directory))), directory })),
  );
}

async function readPackage(directory: string): Promise<{ name: string; version: string }> {
  return JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
}

/** Without types: they were checked when the version was made. */
async function compile(root: string): Promise<void> {
  const workspaces = (await listWorkspaces(root)).map(({ directory }) => directory);
  for (const directory of workspaces.filter((name) => !NOT_COMPILED.has(name))) {
    await compileDirectory(root, join(directory, 'src'), join(directory, 'dist'));
  }
  await compileDirectory(root, 'scripts', join('scripts', 'dist'));
}

async function compileDirectory(root: string, sources: string, output: string): Promise<void> {
  const entries = await readdir(join(root, sources), { withFileTypes: true });
  await mkdir(join(root, output), { recursive: true });
  await Promise.all(
    entries.map(async (entry) => {
      const [from, to] = [join(sources, entry.name), join(output, entry.name)];
      if (entry.isDirectory()) {
        if (!NOT_COMPILED.has(from)) await compileDirectory(root, from, to);
      } else if (entry.name.endsWith('.ts')) {
        await compileFile(join(root, from), join(root, to).replace(/\.ts$/, '.js'));
      } else if (entry.name.endsWith('.json')) {
        await cp(join(root, from), join(root, to));
      }
    }),
  );
}

async function compileFile(from: string, to: string): Promise<void> {
  const { code } = await transformFile(from, {
    swcrc: false,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    // As tsc does: `import()` stays what it is, for packages that are ES modules.
    module: { type: 'commonjs', ignoreDynamic: true },
  });
  await writeFile(to, code);
}
