/** Luhn (ISO/IEC 7812): payment cards. */
export function passesLuhn(digits: string): boolean {
  return digits.length > 0 && luhnSum(digits) % 10 === 0;
}

/** The digit that makes `body` plus itself pass Luhn. */
export function luhnDigit(body: string): string {
  return String((10 - (luhnSum(`${body}0`) % 10)) % 10);
}

function luhnSum(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = digit * 2;
    sum += i % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum;
}

function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0);
}

/** The two check digits of a SNILS by its first nine. */
export function snilsCheck(body: string): string {
  const rest = weightedSum(body, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101;
  return String(rest === 100 ? 0 : rest).padStart(2, '0');
}

/** Whether 11 digits are a SNILS; numbers up to 001-001-998 have no check digits and are not taken. */
export function isSnils(digits: string): boolean {
  if (digits.length !== 11 || Number(digits.slice(0, 9)) <= 1_001_998) return false;
  return digits.slice(9) === snilsCheck(digits.slice(0, 9));
}

const INN_11 = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8];
const INN_12 = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8];

/** The two check digits of a person's INN by its first ten. */
export function innCheck(body: string): string {
  const first = (weightedSum(body, INN_11) % 11) % 10;
  const second = (weightedSum(`${body}${first}`, INN_12) % 11) % 10;
  return `${first}${second}`;
}

/** Whether 12 digits are a person's INN (firms have ten digits). */
export function isPersonalInn(digits: string): boolean {
  if (digits.length !== 12 || /^(?:00|(\d)\1{11})/.test(digits)) return false;
  return digits.slice(10) === innCheck(digits.slice(0, 10));
}

/** The check digit of an OGRNIP by its first fourteen. */
export function ogrnipCheck(body: string): string {
  return String((BigInt(body) % 13n) % 10n);
}

export function isOgrnip(digits: string): boolean {
  return /^[34]\d{14}$/.test(digits) && digits.slice(14) === ogrnipCheck(digits.slice(0, 14));
}

/** The remainder by 97 of an IBAN with its head moved to the tail (ISO 13616); 1 is right. */
export function ibanRemainder(iban: string): number {
  let rest = 0;
  for (const char of iban.slice(4) + iban.slice(0, 4)) {
    const value = parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** Whether 16 digits carry the check digit of a Russian medical policy (OMS order of the federal fund). */
export function isMedicalPolicy(digits: string): boolean {
  if (digits.length !== 16) return false;
  const body = [...digits.slice(0, 15)].reverse();
  const odd = body.filter((_, i) => i % 2 === 0).join('');
  const even = body.filter((_, i) => i % 2 === 1).join('');
  const sum = [...String(BigInt(odd) * 2n), ...even].reduce((total, digit) => total + Number(digit), 0);
  return Number(digits[15]) === (10 - (sum % 10)) % 10;
}

const VIN_VALUES = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ';
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** The ninth sign of a VIN (ISO 3779 as used in North America; elsewhere it may be anything). */
export function vinCheck(vin: string): string {
  const rest =
    VIN_WEIGHTS.reduce((sum, weight, i) => sum + weight * (VIN_VALUES.indexOf(vin[i] ?? '0') % 10), 0) % 11;
  return rest === 10 ? 'X' : String(rest);
}

/** The tenth digit of an NHS number by its first nine; null when such a number is never given out. */
export function nhsCheck(body: string): string | null {
  const rest = 11 - (weightedSum(body, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  if (rest === 10) return null;
  return String(rest % 11);
}
