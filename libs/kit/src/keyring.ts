import { AppError } from './app-error';
import { fingerprintOf, type MasterKeys } from './master-keys';
import { deriveKey, seal, unseal, type KeyPurpose } from './seal';

/**
 * The master keys of a process. It opens with each of them, and seals with the one that the database names, see
 * `docs/operations.md`: during a rotation all processes change to the new key at the same time, whichever started first.
 */
export class Keyring {
  /** Fingerprint of the key of `MASTER_KEY`. */
  readonly current: string;
  readonly #keys: ReadonlyMap<string, string>;
  readonly #derived = new Map<string, Buffer>();
  #sealing: string;
  #missing: string | null = null;

  constructor({ current, previous }: MasterKeys) {
    const keys = previous === undefined ? [current] : [current, previous];
    this.#keys = new Map(keys.map((key) => [fingerprintOf(key), key]));
    this.current = fingerprintOf(current);
    this.#sealing = this.current;
  }

  /** Fingerprints of the keys, that of `MASTER_KEY` first. */
  get fingerprints(): string[] {
    return [...this.#keys.keys()];
  }

  /** Fingerprint of the key that seals. */
  get sealing(): string {
    return this.#sealing;
  }

  /** Fingerprint of the key that should seal and is not here; null: it is. */
  get missing(): string | null {
    return this.#missing;
  }

  has(fingerprint: string): boolean {
    return this.#keys.has(fingerprint);
  }

  /** Seal with this key from now on; without having it, seal nothing more: the value could not be opened after the rotation. */
  sealWith(fingerprint: string): void {
    this.#missing = this.has(fingerprint) ? null : fingerprint;
    if (this.#missing === null) this.#sealing = fingerprint;
  }

  /** The key for a purpose, derived from the sealing master key or from that with the fingerprint. */
  derive(purpose: KeyPurpose, fingerprint = this.#sealing): Buffer {
    const name = `${fingerprint} ${purpose}`;
    const known = this.#derived.get(name);
    if (known) return known;
    const masterKey = this.#keys.get(fingerprint);
    if (masterKey === undefined) throw wrongKey(fingerprint);
    const key = deriveKey(masterKey, purpose);
    this.#derived.set(name, key);
    return key;
  }

  /** The keys that a value of this purpose may have been sealed or signed with, the likeliest first. */
  deriveAll(purpose: KeyPurpose): Buffer[] {
    return this.#likeliestFirst().map((fingerprint) => this.derive(purpose, fingerprint));
  }

  /** See `seal`. @throws AppError INTERNAL_ERROR when the master key has been rotated to one that is not here */
  seal(purpose: KeyPurpose, plain: string, context: string): string {
    if (this.#missing !== null) throw wrongKey(this.#missing);
    return seal(this.derive(purpose), plain, context);
  }

  /** See `unseal`. */
  unseal(purpose: KeyPurpose, sealed: string, context: string): string {
    return this.open(purpose, sealed, context).plain;
  }

  /** The same, with the fingerprint of the master key that it was sealed with. */
  open(purpose: KeyPurpose, sealed: string, context: string): { plain: string; fingerprint: string } {
    let failure: unknown;
    for (const fingerprint of this.#likeliestFirst()) {
      try {
        return { plain: unseal(this.derive(purpose, fingerprint), sealed, context), fingerprint };
      } catch (error) {
        failure ??= error;
      }
    }
    throw failure;
  }

  /** The value sealed with the key that seals now; null: it is already. @throws AppError INTERNAL_ERROR as `unseal` */
  reseal(purpose: KeyPurpose, sealed: string, context: string): string | null {
    const { plain, fingerprint } = this.open(purpose, sealed, context);
    return fingerprint === this.#sealing ? null : this.seal(purpose, plain, context);
  }

  #likeliestFirst(): string[] {
    return [this.#sealing, ...this.fingerprints.filter((fingerprint) => fingerprint !== this.#sealing)];
  }
}

function wrongKey(fingerprint: string): AppError {
  const message = `MASTER_KEY has been rotated: this process lacks the key ${fingerprint}`;
  return new AppError('INTERNAL_ERROR', message, { retryable: false });
}
