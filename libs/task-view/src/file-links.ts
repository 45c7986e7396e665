import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keyring } from '@medley/kit';

export interface FileLinkParts {
  taskId: string;
  stepId: string;
  filename: string;
}

/** The result of verifying a link. Only `ok` names a file; the caller must check that the task still has it. */
export type FileLinkVerdict = ({ verdict: 'ok' } & FileLinkParts) | { verdict: 'tampered' | 'expired' };

const PURPOSE = 'file-links';

/** Signed links to the files of tasks (HMAC-SHA-256). A link grants read access to one file until it expires. */
export class FileLinks {
  readonly #base: string;
  readonly #keyring: Pick<Keyring, 'derive' | 'deriveAll'>;

  /** `publicUrl` is where clients reach the gateway. During a rotation of the master key, links of both keys are valid. */
  constructor(publicUrl: string, keyring: Pick<Keyring, 'derive' | 'deriveAll'>) {
    this.#base = publicUrl.replace(/(?<!\/)\/+$/, '');
    this.#keyring = keyring;
  }

  sign(parts: FileLinkParts, expiresAt: Date): string {
    const expires = String(Math.floor(expiresAt.getTime() / 1_000));
    const path = [parts.taskId, parts.stepId, parts.filename].map(encodeURIComponent).join('/');
    const signature = signatureOf(parts, expires, this.#keyring.derive(PURPOSE));
    return `${this.#base}/files/${path}?expires=${expires}&signature=${signature}`;
  }

  /** `path` is the percent-encoded path of the request: `/files/<task id>/<step id>/<file name>`. */
  verify(path: string, query: URLSearchParams, now: Date): FileLinkVerdict {
    const parts = parsePath(path);
    const expires = query.get('expires') ?? '';
    if (!parts || !/^\d{1,12}$/.test(expires)) return { verdict: 'tampered' };
    const given = Buffer.from(query.get('signature') ?? '');
    const isSigned = this.#keyring
      .deriveAll(PURPOSE)
      .some((key) => isSame(given, Buffer.from(signatureOf(parts, expires, key))));
    if (!isSigned) return { verdict: 'tampered' };
    if (now.getTime() >= Number(expires) * 1_000) return { verdict: 'expired' };
    return { verdict: 'ok', ...parts };
  }
}

function signatureOf(parts: FileLinkParts, expires: string, key: Buffer): string {
  // Serialized as JSON, so that different links never produce the same signed text.
  const text = JSON.stringify([parts.taskId, parts.stepId, parts.filename, expires]);
  return createHmac('sha256', key).update(text).digest('base64url');
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function parsePath(path: string): FileLinkParts | null {
  const match = /^\/files\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(path);
  if (!match) return null;
  try {
    const [taskId = '', stepId = '', filename = ''] = match.slice(1).map(decodeURIComponent);
    return { taskId, stepId, filename };
  } catch {
    return null;
  }
}
