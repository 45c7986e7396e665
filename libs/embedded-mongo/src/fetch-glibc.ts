import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAptSources, type AptSource } from './apt-sources';
import { MongoUnavailableError } from './mongo-unavailable-error';
import { runCommand } from './run-command';

/** For each distribution with apt: its first release with glibc 2.38 or newer. */
const releasesWithGlibc: ReadonlyMap<string, string> = new Map([
  ['debian', 'trixie'],
  ['ubuntu', 'noble'],
]);
const PACKAGES = ['libc6', 'libstdc++6', 'libgcc-s1'];
const APT_MS = 120_000;

const loaders: Readonly<Record<string, { triplet: string; loader: string }>> = {
  x64: { triplet: 'x86_64-linux-gnu', loader: 'ld-linux-x86-64.so.2' },
  arm64: { triplet: 'aarch64-linux-gnu', loader: 'ld-linux-aarch64.so.1' },
};

export interface Glibc {
  /** Path of the dynamic loader that starts the program. */
  loader: string;
  libraryPath: string;
}

/**
 * A newer glibc for one child process: packages of the next release of the distribution, downloaded through the apt mirrors
 * and keys of this machine and unpacked into `cacheDir`, where they are kept. Needs no root and installs nothing.
 * @throws MongoUnavailableError with the reason
 */
export async function fetchGlibc(cacheDir: string, onProgress: (text: string) => void): Promise<Glibc> {
  const system = await readOsRelease();
  const release = releasesWithGlibc.get(system.id);
  const target = loaders[process.arch];
  if (!release || !target) {
    throw new MongoUnavailableError(
      `no newer C library can be fetched for ${system.id || 'this system'} on ${process.arch}`,
    );
  }
  const home = join(cacheDir, `${system.id}-${release}-${process.arch}`);
  const libraryPath = join(home, 'usr', 'lib', target.triplet);
  const glibc = { loader: join(libraryPath, target.loader), libraryPath };
  if (!(await exists(glibc.loader))) {
    onProgress(`fetching a newer C library for the embedded MongoDB (${release}, once)`);
    await download(home, release, await findMirrors(system.codename));
    if (!(await exists(glibc.loader))) throw new MongoUnavailableError('the C library has no loader');
  }
  return glibc;
}

/** Derivatives (Mint, Pop!_OS, …) name the Ubuntu release they are based on. */
async function readOsRelease(): Promise<{ id: string; codename: string }> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const field = (name: string): string => new RegExp(`^${name}="?([^"\\n]*)`, 'm').exec(text)?.[1] ?? '';
  const ubuntu = field('UBUNTU_CODENAME');
  return ubuntu
    ? { id: 'ubuntu', codename: ubuntu }
    : { id: field('ID'), codename: field('VERSION_CODENAME') };
}

/** The apt sources of the installed release; their mirrors also have the next release. */
async function findMirrors(codename: string): Promise<AptSource[]> {
  const parts = await readdir('/etc/apt/sources.list.d').catch(() => []);
  const files = [
    '/etc/apt/sources.list',
    ...parts
      .filter((name) => /\.(?:list|sources)$/.test(name))
      .map((name) => `/etc/apt/sources.list.d/${name}`),
  ];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  return files
    .flatMap((file, index) => parseAptSources(file, texts[index] ?? ''))
    .filter(
      (source) =>
        source.suites.includes(codename) &&
        source.components.includes('main') &&
        !source.uri.startsWith('cdrom:'),
    );
}

/** Tries the mirrors in turn; renames a complete download to its final name. */
async function download(home: string, release: string, mirrors: readonly AptSource[]): Promise<void> {
  if (mirrors.length === 0) throw new MongoUnavailableError('the apt sources of this machine name no mirror');
  const reasons: string[] = [];
  for (const mirror of mirrors) {
    const work = `${home}.${randomUUID().slice(0, 8)}`;
    try {
      const reason = await downloadFrom(mirror, release, work);
      if (reason === null) {
        // Fails when another process was faster; its copy is identical.
        await rename(join(work, 'root'), home).catch(() => undefined);
        return;
      }
      reasons.push(`${mirror.uri}: ${reason}`);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }
  throw new MongoUnavailableError(`a newer C library could not be fetched (${reasons.join('; ')})`);
}

/** Null when the packages are unpacked under `<work>/root`, else the reason. */
async function downloadFrom(mirror: AptSource, release: string, work: string): Promise<string | null> {
  const packages = join(work, 'packages');
  for (const directory of ['lists/partial', 'cache/archives/partial', 'packages', 'root']) {
    await mkdir(join(work, directory), { recursive: true, mode: 0o700 });
  }
  const sourceList = join(work, 'release.sources');
  await writeFile(sourceList, stanzaOf(mirror, release));
  const options = aptOptions(work, sourceList);
  for (const command of [['update'], ['download', ...PACKAGES]]) {
    const result = await runCommand('apt-get', [...options, ...command], {
      cwd: packages,
      timeoutMs: APT_MS,
    });
    if (!result.ok) return lastError(result.output);
  }
  for (const file of await readdir(packages)) {
    const result = await runCommand('dpkg-deb', ['-x', join(packages, file), join(work, 'root')], {
      timeoutMs: APT_MS,
    });
    if (!result.ok) return lastError(result.output);
  }
  return null;
}

function stanzaOf(mirror: AptSource, release: string): string {
  const signedBy = mirror.signedBy === null ? '' : `Signed-By: ${mirror.signedBy}\n`;
  return `Types: deb\nURIs: ${mirror.uri}\nSuites: ${release}\nComponents: main\n${signedBy}`;
}

/** Redirects everything apt writes to `work`; proxies, keys and credentials are read from the machine's configuration. */
function aptOptions(work: string, sourceList: string): string[] {
  const settings = {
    'Dir::Etc::sourcelist': sourceList,
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::State': join(work, 'state'),
    'Dir::State::lists': join(work, 'lists'),
    'Dir::Cache': join(work, 'cache'),
    // The user `_apt` could not write into a private directory.
    'APT::Sandbox::User': 'root',
    'APT::Get::AllowUnauthenticated': 'false',
    'Acquire::AllowInsecureRepositories': 'false',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '2',
    'Acquire::http::Timeout': '15',
    'Acquire::https::Timeout': '15',
    // `update` must fail when the mirror cannot be reached, instead of only warning.
    'APT::Update::Error-Mode': 'any',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
}

function lastError(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return lines.findLast((line) => /^(?:E|W|Err)[: ]/.test(line)) ?? lines.at(-1) ?? 'apt failed';
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
