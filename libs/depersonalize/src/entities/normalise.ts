import { fold } from '../text/split-words';

/** The digits of a value. */
export const digitsOnly = (value: string): string => value.replace(/\D/gu, '');

/** Letters and digits, without case and what stands between them: what most kinds are compared by. */
export const lettersAndDigits = (value: string): string => fold(value).replace(/[^\p{L}\d]/gu, '');

export const asWritten = (value: string): string => value.trim();

const lookAlikes: Readonly<Record<string, string>> = Object.fromEntries(
  [...'авекмнорстух'].map((letter, i) => [letter, 'abekmhopctyx'[i] ?? letter]),
);

/** Letters and digits; the letters that both alphabets have are one. */
export const withSharedLetters = (value: string): string =>
  lettersAndDigits(value).replace(/[а-я]/gu, (letter) => lookAlikes[letter] ?? letter);
