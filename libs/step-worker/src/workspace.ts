import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Make a private (0700) empty directory for one attempt. */
export async function makeWorkspace(workDir: string): Promise<string> {
  await mkdir(workDir, { recursive: true, mode: 0o700 });
  return mkdtemp(join(workDir, 'step-'));
}

/** A tool that was just killed may still hold files for a moment, hence the retries. */
export async function removeWorkspace(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Remove what a killed process left behind: directories that no attempt can still be using. */
export async function sweepWorkspaces(workDir: string, olderThanMs: number): Promise<number> {
  const names = await readdir(workDir).catch(() => []);
  const left = await Promise.all(
    names
      .filter((name) => name.startsWith('step-'))
      .map(async (name) => {
        const path = join(workDir, name);
        const facts = await stat(path).catch(() => null);
        return facts && Date.now() - facts.mtimeMs > olderThanMs ? path : null;
      }),
  );
  const orphans = left.filter((path) => path !== null);
  await Promise.all(orphans.map((path) => removeWorkspace(path)));
  return orphans.length;
}
