import { OperatorError } from './load-config';
import { deriveKey } from './seal';
import type { SecretSettings } from './settings';

/** Master keys in base64: that of the settings, and, for a rotation, the one before it. */
export interface MasterKeys {
  current: string;
  previous?: string | undefined;
}

const FINGERPRINT_BYTES = 8;

/** Recognizes a master key without revealing it: 16 hexadecimal digits. */
export function fingerprintOf(masterKey: string): string {
  return deriveKey(masterKey, 'fingerprint').subarray(0, FINGERPRINT_BYTES).toString('hex');
}

/** The master keys of the settings of a service. */
export function masterKeysOf({ MASTER_KEY, MASTER_KEY_PREVIOUS }: SecretSettings): MasterKeys {
  return { current: MASTER_KEY, previous: MASTER_KEY_PREVIOUS };
}

/**
 * The master keys of a process that may keep them in its data directory: a setting goes before a file.
 * @throws OperatorError when neither has the key
 */
export function chooseMasterKeys(settings: Partial<SecretSettings>, files: MasterKeys | null): MasterKeys {
  const current = settings.MASTER_KEY ?? files?.current;
  if (current === undefined)
    throw new OperatorError('MASTER_KEY is not set: it must be the one the services use.');
  const kept = settings.MASTER_KEY === undefined ? files?.previous : undefined;
  const previous = settings.MASTER_KEY_PREVIOUS ?? kept;
  if (previous === current)
    throw new OperatorError('MASTER_KEY_PREVIOUS is the same key as MASTER_KEY: it must be the key before.');
  return { current, previous };
}
