import { deriveKey } from './seal';

/** Master keys in base64: the one that seals, and, during a rotation, another one that still opens. */
export interface MasterKeys {
  current: string;
  previous?: string | undefined;
}

const FINGERPRINT_BYTES = 8;

/** Recognizes a master key without revealing it: 16 hexadecimal digits. */
export function fingerprintOf(masterKey: string): string {
  return deriveKey(masterKey, 'fingerprint').subarray(0, FINGERPRINT_BYTES).toString('hex');
}
