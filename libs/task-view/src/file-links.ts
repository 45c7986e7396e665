import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '@medley/kit';

export interface FileLinkParts {
  taskId: string;
  stepId: string;
  filename: string;
}

/** The result of verifying a link. Only `ok` names a file; the caller must check that the task still has it. */
export type FileLinkVerdict = ({ verdict: 'ok' } & FileLinkParts) | { verdict: 'tampered' | 'expired' };

/** The key that signs and verifies file links; every service with the same `masterKey` (base64) gets the same one. */
export function deriveFileLinkKey(masterKey: string): Buffer {
  return deriveKey(masterKey, 'file-links');
}

/** Signed links to the files of tasks (HMAC-SHA-256). A link grants read access to one file until it expires. */
export class FileLinks {
  readonly #base: string;
  readonly #key: Buffer;

  /** `publicUrl` is where clients reach the gateway; `key` is that of {@link deriveFileLinkKey}. */
  constructor(publicUrl: string, key: Buffer) {
    this.#base = publicUrl.replace(/(?<!\/)\/+$/, '');
    this.#key = key;
  }

  sign(parts: FileLinkParts, expiresAt: Date): string {
    const expires = String(Math.floor(expiresAt.getTime() / 1_000));
    const path = [parts.taskId, parts.stepId, parts.filename].map(encodeURIComponent).join('/');
    return `${this.#base}/files/${path}?expires=${expires}&signature=${this.#signature(parts, expires)}`;
  }

  /** `path` is the percent-encoded path of the request: `/files/<task id>/<step id>/<file name>`. */
  verify(path: string, query: URLSearchParams, now: Date): FileLinkVerdict {
    const parts = parsePath(path);
    const expires = query.get('expires') ?? '';
    if (!parts || !/^\d{1,12}$/.test(expires)) return { verdict: 'tampered' };
    const expected = Buffer.from(this.#signature(parts, expires));
    const given = Buffer.from(query.get('signature') ?? '');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { verdict: 'tampered' };
    if (now.getTime() >= Number(expires) * 1_000) return { verdict: 'expired' };
    return { verdict: 'ok', ...parts };
  }

  #signature(parts: FileLinkParts, expires: string): string {
    // Serialized as JSON, so that different links never produce the same signed text.
    const text = JSON.stringify([parts.taskId, parts.stepId, parts.filename, expires]);
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }
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
