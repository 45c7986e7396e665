import { createHash } from 'node:crypto';
import type { Random } from '../../fakes/random';
import type { Fake } from '../../fakes/fake';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const CHECK_BYTES = 4;
const CHECK_SIGNS = 6;
const TRIES = 50;
const LONGEST = 120;

/** An address of the same kind and length, with right check signs where the original had them (base58, bech32). */
export const fakeCrypto: Fake = (written, { random }) =>
  fakeBase58(written, random) ?? fakeBech32(written, random) ?? redrawBy(written, random);

function redrawBy(written: string, random: Random): string {
  const head = /^(?:0x|bc1|ltc1|addr1|[EU]Q|.)/.exec(written)?.[0] ?? '';
  const isHex = head === '0x';
  return (
    head +
    written.slice(head.length).replace(/[a-z\d]/gi, (sign) => {
      if (isHex) return random.below(16).toString(16);
      if (/\d/.test(sign)) return String(2 + random.below(8));
      const letter = random.pick([...'acdefghjkmnpqrstuvwxyz']);
      return sign === sign.toLowerCase() ? letter : letter.toUpperCase().replace('L', 'M');
    })
  );
}

function fakeBase58(written: string, random: Random): string | null {
  const bytes = decode58(written);
  if (!bytes || bytes.length < 2 * CHECK_BYTES || !hasCheck(bytes)) return null;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const body = bytes
      .subarray(0, bytes.length - CHECK_BYTES)
      .map((byte, i) => (i === 0 ? byte : random.below(256)));
    const made = encode58(Buffer.concat([body, checkOf(body)]));
    if (made.length === written.length && made[0] === written[0]) return made;
  }
  return null;
}

function checkOf(body: Uint8Array): Buffer {
  const hash = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();
  return hash(hash(body)).subarray(0, CHECK_BYTES);
}

function hasCheck(bytes: Uint8Array): boolean {
  const at = bytes.length - CHECK_BYTES;
  return checkOf(bytes.subarray(0, at)).equals(bytes.subarray(at));
}

function decode58(written: string): Uint8Array | null {
  if (written.length > LONGEST) return null;
  let value = 0n;
  for (const sign of written) {
    const digit = BASE58.indexOf(sign);
    if (digit === -1) return null;
    value = value * 58n + BigInt(digit);
  }
  const hex = value.toString(16);
  const zeros = /^1*/.exec(written)?.[0].length ?? 0;
  const body =
    value === 0n ? Buffer.alloc(0) : Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.alloc(zeros), body]);
}

function encode58(bytes: Buffer): string {
  let value = BigInt(`0x${bytes.toString('hex')}`);
  let written = '';
  while (value > 0n) {
    written = (BASE58[Number(value % 58n)] ?? '') + written;
    value /= 58n;
  }
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(Math.max(0, zeros)) + written;
}

/** BIP 173 and BIP 350 differ in one constant; the original says which it has. */
const bechConstants = [1, 0x2bc830a3];

function fakeBech32(written: string, random: Random): string | null {
  const lower = written.toLowerCase();
  const at = lower.lastIndexOf('1');
  const data = [...lower.slice(at + 1)].map((sign) => BECH32.indexOf(sign));
  if (at < 1 || data.length <= CHECK_SIGNS || data.includes(-1)) return null;
  const head = lower.slice(0, at);
  const constant = polymod([...expand(head), ...data]);
  if (!bechConstants.includes(constant)) return null;
  const body = data.slice(0, -CHECK_SIGNS).map((value, i) => (i === 0 ? value : random.below(32)));
  const rest = polymod([...expand(head), ...body, 0, 0, 0, 0, 0, 0]) ^ constant;
  const check = Array.from({ length: CHECK_SIGNS }, (_, i) => (rest >>> (5 * (CHECK_SIGNS - 1 - i))) & 31);
  const made = `${head}1${[...body, ...check].map((value) => BECH32[value] ?? '').join('')}`;
  return written === written.toUpperCase() ? made.toUpperCase() : made;
}

function expand(head: string): number[] {
  const codes = [...head].map((sign) => sign.charCodeAt(0));
  return [...codes.map((code) => code >>> 5), 0, ...codes.map((code) => code & 31)];
}

const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

function polymod(values: readonly number[]): number {
  let check = 1;
  for (const value of values) {
    const top = check >>> 25;
    check = ((check & 0x1ffffff) << 5) ^ value;
    generator.forEach((term, i) => {
      if ((top >>> i) & 1) check ^= term;
    });
  }
  return check;
}
