import type { Random } from './random';

/** What of a text a fake has to go with. */
export interface FakeSetting {
  random: Random;
  isRussian: boolean;
  /** Bank codes of the text: a Russian account number is checked together with one of them. */
  bankCodes: readonly string[];
  /** Many values of the usual range are taken. */
  isCrowded: boolean;
}

/** Makes a value of the same kind, written the same way. The same chance gives the same value in another way of writing. */
export type Fake = (written: string, setting: FakeSetting) => string;
