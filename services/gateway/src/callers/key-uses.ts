import { messageOf, type Logger } from '@medley/kit';
import type { KeyStore } from '@medley/store';

/** A use is written at most so often for each key. */
const KEY_MS = 60_000;
/** Uses of all keys within this time share a write. */
const FLUSH_MS = 500;
const KEYS_MAX = 10_000;

/** Records when keys were last used, in few writes that no request waits for. */
export class KeyUses {
  /** When the last use of a key was recorded; monotonic ms. */
  readonly #recorded = new Map<string, number>();
  #pending = new Map<string, Date>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly keys: Pick<KeyStore, 'markUsed'>,
    private readonly logger: Logger,
  ) {}

  record(keyId: string, at: Date): void {
    const now = performance.now();
    if (now - (this.#recorded.get(keyId) ?? -Infinity) < KEY_MS) return;
    this.#recorded.delete(keyId);
    this.#recorded.set(keyId, now);
    const [oldest] = this.#recorded.keys();
    if (this.#recorded.size > KEYS_MAX && oldest !== undefined) this.#recorded.delete(oldest);
    this.#pending.set(keyId, at);
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MS).unref();
  }

  async stop(): Promise<void> {
    this.#flush();
    await this.#writing;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const uses = this.#pending;
    if (uses.size === 0) return;
    this.#pending = new Map();
    // A lost use is made good by the next one, a minute later.
    this.#writing = this.keys.markUsed(uses).catch((error: unknown) => {
      this.logger.warn('recording the uses of keys failed', { error: messageOf(error) });
    });
  }
}
