import { constants } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

const PREFIX = 'step-';
const TOUCH_MS = 15_000;
/** A directory that nobody has touched for so long has lost its process. */
const ORPHANED_MS = 75_000;

/** The private (0700) directory of one attempt. */
export interface Workspace {
  path: string;
  /** Remove it with everything in it. */
  close(): Promise<void>;
}

/** Make the directory of all workspaces. Fails with the system's error where that is not possible. */
export async function makeWorkDir(workDir: string): Promise<void> {
  await mkdir(workDir, { recursive: true, mode: 0o700 });
}

/** Null when workspaces can be made, else why not. */
export async function workDirTrouble(workDir: string): Promise<string | null> {
  try {
    await access(workDir, constants.W_OK | constants.X_OK);
    return null;
  } catch {
    return 'the work directory cannot be written to';
  }
}

/** Make an empty workspace; it is touched now and then, so that sweepers know it is in use. */
export async function openWorkspace(workDir: string): Promise<Workspace> {
  await makeWorkDir(workDir);
  const path = await mkdtemp(join(workDir, PREFIX));
  const touching = setInterval(() => void touch(path), TOUCH_MS);
  return {
    path,
    close: () => {
      clearInterval(touching);
      return remove(path);
    },
  };
}

/** Remove what killed processes left behind; returns how many directories that were. */
export async function sweepWorkspaces(workDir: string): Promise<number> {
  const names = await readdir(workDir).catch(() => []);
  const paths = names.filter((name) => name.startsWith(PREFIX)).map((name) => join(workDir, name));
  const isOrphan = await Promise.all(paths.map(isOrphaned));
  const orphans = paths.filter((_path, index) => isOrphan[index]);
  await Promise.all(orphans.map(remove));
  return orphans.length;
}

async function isOrphaned(path: string): Promise<boolean> {
  const facts = await stat(path).catch(() => null);
  return facts !== null && Date.now() - facts.mtimeMs > ORPHANED_MS;
}

async function touch(path: string): Promise<void> {
  const now = new Date();
  // It may be gone already; then there is nothing to keep.
  await utimes(path, now, now).catch(() => undefined);
}

/** A tool that was just killed may still hold files for a moment, hence the retries. */
async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}
