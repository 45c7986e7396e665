import { messageOf, type Logger } from '@medley/kit';
import { openWorkspace, type Workspace } from './workspace';

/** The workspace of an attempt, made when its handler first asks for it: most steps on text need none. */
export class LazyWorkspace {
  #opened: Promise<Workspace> | null = null;
  #isClosed = false;

  constructor(private readonly workDir: string) {}

  /** @throws the error of the file system */
  async path(): Promise<string> {
    // Of a handler that was aborted and goes on: nobody would remove the directory.
    if (this.#isClosed) throw new Error('the attempt has ended');
    this.#opened ??= openWorkspace(this.workDir);
    return (await this.#opened).path;
  }

  /** Removes what was made; nothing to wait for when there is nothing. */
  close(logger: () => Logger): Promise<void> | undefined {
    this.#isClosed = true;
    return this.#opened ? this.#remove(this.#opened, logger) : undefined;
  }

  async #remove(opened: Promise<Workspace>, logger: () => Logger): Promise<void> {
    const workspace = await opened.catch(() => null);
    try {
      await workspace?.close();
    } catch (error) {
      logger().warn('the workspace could not be removed; the sweep will', { error: messageOf(error) });
    }
  }
}
