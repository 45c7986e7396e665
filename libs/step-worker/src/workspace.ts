import { constants } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

const PREFIX = 'step-';
const TOUCH_MS = 15_000;
/** A directory not touched for this long belongs to a process that has ended. */
const ORPHANED_MS = 75_000;

/** The private (0700) directory of one attempt. */
export interface Workspace {
  path: string;
  /** Remove the directory and its contents. */
  close(): Promise<void>;
}

/** Makes the parent directory of all workspaces. @throws the error of the file system */
export async function makeWorkDir(workDir: string): Promise<void> {
  await mkdir(workDir, { recursive: true, mode: 0o700 });
}

/** Null when workspaces can be made, else the reason. */
export async function checkWorkDir(workDir: string): Promise<string | null> {
  try {
    await access(workDir, constants.W_OK | constants.X_OK);
    return null;
  } catch {
    return 'the work directory cannot be written to';
  }
}

/** Makes an empty workspace; its modification time is renewed every 15 s, which marks it as in use. */
export async function openWorkspace(workDir: string): Promise<Workspace> {
  await makeWorkDir(workDir);
  const path = await mkdtemp(join(workDir, PREFIX));
  const touchTimer = setInterval(() => touch(path), TOUCH_MS);
  return {
    path,
    close: () => {
      clearInterval(touchTimer);
      return remove(path);
    },
  };
}

/** Removes workspaces that killed processes left behind; returns their number. */
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

function touch(path: string): void {
  const now = new Date();
  // The directory may have been removed meanwhile.
  utimes(path, now, now).catch(() => undefined);
}

/** Retries, because a killed program may still hold files for a moment. */
async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}
