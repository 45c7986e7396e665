import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';

export interface Certificate {
  cert: string;
  key: string;
}

export interface Authority extends Certificate {
  /** A certificate of this authority for a name or address. */
  issue(host: string, validity?: { from: Date; to: Date }): Certificate;
}

const DAY_MS = 86_400_000;
const ECDSA_SHA256 = '06082a8648ce3d040302';
const COMMON_NAME = '0603550403';
const BASIC_CONSTRAINTS = '0603551d13';
const ALTERNATIVE_NAME = '0603551d11';

/** A certificate authority made for a test, so that the repository holds no private key. */
export function makeAuthority(name: string): Authority {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const isAuthority = extension(BASIC_CONSTRAINTS, sequence(Buffer.from('0101ff', 'hex')));
  const issue: Authority['issue'] = (host, validity) => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const names =
      isIP(host) === 4 ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host));
    const extensions = extension(ALTERNATIVE_NAME, sequence(names));
    return signed({ issuer: name, signer: own.privateKey, subject: host, extensions, validity, ...pair });
  };
  return {
    ...signed({ issuer: name, signer: own.privateKey, subject: name, extensions: isAuthority, ...own }),
    issue,
  };
}

interface Request {
  issuer: string;
  signer: KeyObject;
  subject: string;
  publicKey: KeyObject;
  privateKey: KeyObject;
  extensions: Buffer;
  validity?: { from: Date; to: Date } | undefined;
}

function signed(request: Request): Certificate {
  const { from, to } = request.validity ?? {
    from: new Date(Date.now() - DAY_MS),
    to: new Date(Date.now() + DAY_MS),
  };
  const algorithm = sequence(Buffer.from(ECDSA_SHA256, 'hex'));
  const body = sequence(
    der(0xa0, Buffer.from('020102', 'hex')),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    algorithm,
    nameOf(request.issuer),
    sequence(time(from), time(to)),
    nameOf(request.subject),
    request.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(request.extensions)),
  );
  const signature = sign('sha256', body, request.signer);
  const whole = sequence(body, algorithm, der(0x03, Buffer.of(0), signature));
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: request.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), body]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function nameOf(commonName: string): Buffer {
  return sequence(der(0x31, sequence(Buffer.from(COMMON_NAME, 'hex'), der(0x0c, Buffer.from(commonName)))));
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(Buffer.from(id, 'hex'), der(0x04, value));
}

function time(at: Date): Buffer {
  return der(0x18, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z`));
}
