import { confidence } from '../../document/match';
import { type EntityKind, asWritten, kindWords } from '../entity-kind';
import { findByPattern } from '../../document/find-by-pattern';
import { createHash } from 'node:crypto';
import type { Fake, Random } from '../../fakes/fake';

const base58Signs = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const bech32Signs = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const CHECK_BYTES = 4;
const CHECK_SIGNS = 6;
const TRIES = 50;
const LONGEST = 120;

/** An address of the same kind and length, with right check signs where the original had them (base58, bech32). */
const fakeCrypto: Fake = (written, { random }) =>
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
    const digit = base58Signs.indexOf(sign);
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
    written = (base58Signs[Number(value % 58n)] ?? '') + written;
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
  const data = [...lower.slice(at + 1)].map((sign) => bech32Signs.indexOf(sign));
  if (at < 1 || data.length <= CHECK_SIGNS || data.includes(-1)) return null;
  const head = lower.slice(0, at);
  const constant = polymod([...expand(head), ...data]);
  if (!bechConstants.includes(constant)) return null;
  const body = data.slice(0, -CHECK_SIGNS).map((value, i) => (i === 0 ? value : random.below(32)));
  const rest = polymod([...expand(head), ...body, 0, 0, 0, 0, 0, 0]) ^ constant;
  const check = Array.from({ length: CHECK_SIGNS }, (_, i) => (rest >>> (5 * (CHECK_SIGNS - 1 - i))) & 31);
  const made = `${head}1${[...body, ...check].map((value) => bech32Signs[value] ?? '').join('')}`;
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

const BASE58 = '[1-9A-HJ-NP-Za-km-z]';
const BECH32 = '[ac-hj-np-z02-9]';
/** Telling by their head alone: bech32 (Bitcoin, Litecoin, Cardano), Ethereum and its kin, Ton. */
const plain = `(?:bc1|ltc1|addr1)${BECH32}{11,100}|0x[0-9a-fA-F]{40}|[EU]Q[A-Za-z0-9_-]{46}`;
/** Base58: Bitcoin, Tron, Litecoin and Dogecoin, Ripple, Monero, Solana. */
const coded = `[13]${BASE58}{25,34}|T${BASE58}{33}|[LMD]${BASE58}{26,33}|r${BASE58}{24,34}|4[0-9AB]${BASE58}{93}|${BASE58}{32,44}`;

/** Addresses of crypto wallets by their alphabet, length and head; the rarer ones only after a word that names them. */
const detectCrypto = findByPattern({
  type: 'CRYPTO',
  // What has no digit is none.
  within: /\d/g,
  pattern: new RegExp(`(?<![A-Za-z0-9])(?:${plain}|${coded})(?![A-Za-z0-9])`, 'g'),
  judge: ({ text, label }) => {
    if (/^(?:bc1|ltc1|addr1|0x)/.test(text)) return confidence.stated;
    const isMixed = /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text.slice(1));
    if (!isMixed) return 0;
    if (label === 'CRYPTO') return confidence.shown;
    return label !== 'OTHER' && (/^[13TL]/.test(text) ? text.length <= 35 : /^[EU]Q/.test(text))
      ? confidence.formed
      : 0;
  },
});

/** Addresses of crypto wallets. */
export const crypto: EntityKind = {
  detect: detectCrypto,
  fake: fakeCrypto,
  normalise: asWritten,
  ...kindWords('crypto'),
  markerWords: [],
};
