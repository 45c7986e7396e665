import { idempotency, type CallOptions } from './call-options';
import { MedleyApiError, MedleyError } from './errors';
import { pause, type Transport } from './http/transport';
import type { Upload } from './types/upload';

export interface UploadProgress {
  /** Bytes. */
  sent: number;
  total: number;
}

export interface UploadOptions extends CallOptions {
  filename?: string;
  onProgress?: (progress: UploadProgress) => void;
  /** Called with the id of an upload that can be continued. */
  onStart?: (id: string) => void;
  /** Continue the upload with this id, of the same file. */
  resume?: string;
  /** Larger files are sent in parts of this many bytes, each repeated after a failure; default 8 MiB. */
  partBytes?: number;
}

const PART_BYTES = 8 * 1024 * 1024;
/** Added to the timeout of a request that sends bytes. */
const SEND_MS = 10 * 60_000;
const BUSY_MS = 1_000;
const TUS = { 'Tus-Resumable': '1.0.0' };

/** Files of one's own: their `url` stands wherever a link to media may stand. */
export class Uploads {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Upload a file. On Node.js `await openAsBlob(path)` of `node:fs` reads it from the disk as it is sent.
   * @throws MedleyError when it fails for good; a large file can then be continued with `resume`
   */
  async create(file: Blob | Uint8Array<ArrayBuffer>, options: UploadOptions = {}): Promise<Upload> {
    const blob = file instanceof Blob ? file : new Blob([file]);
    const { partBytes = PART_BYTES, resume } = options;
    if (resume === undefined && blob.size <= partBytes) return this.#sendWhole(blob, options);
    const id = resume ?? (await this.#open(blob, options));
    options.onStart?.(id);
    await this.#sendParts(id, blob, { ...options, partBytes });
    return this.get(id, options);
  }

  get(id: string, { signal }: CallOptions = {}): Promise<Upload> {
    return this.#transport.data({ method: 'GET', path: pathOf(id), signal });
  }

  /** Delete an upload now; tasks that have fetched it keep their results. */
  delete(id: string, { signal }: CallOptions = {}): Promise<Upload> {
    return this.#transport.data({ method: 'DELETE', path: pathOf(id), signal });
  }

  /** Delete an upload that is not complete, by the id that `onStart` was called with. */
  async abandon(id: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#transport.headers({ method: 'DELETE', path: tusPathOf(id), headers: TUS, signal });
  }

  async #sendWhole(file: Blob, { filename, onProgress, signal }: UploadOptions): Promise<Upload> {
    const upload = await this.#transport.data<Upload>({
      method: 'POST',
      path: '/uploads',
      query: { filename },
      file,
      headers: idempotency({}),
      signal,
      heldMs: SEND_MS,
    });
    onProgress?.({ sent: file.size, total: file.size });
    return upload;
  }

  async #open(file: Blob, { filename, signal }: UploadOptions): Promise<string> {
    const metadata = filename === undefined ? {} : { 'Upload-Metadata': `filename ${toBase64(filename)}` };
    const headers = { ...TUS, 'Upload-Length': String(file.size), ...metadata };
    const answer = await this.#transport.headers({ method: 'POST', path: '/uploads/tus', headers, signal });
    const id = answer.get('location')?.split('/').at(-1);
    if (id === undefined)
      throw new MedleyError('The service gave no address for the upload.', { code: 'UNEXPECTED_ANSWER' });
    return id;
  }

  async #sendParts(
    id: string,
    file: Blob,
    { partBytes, onProgress, signal }: UploadOptions & { partBytes: number },
  ): Promise<void> {
    const path = tusPathOf(id);
    let failures = 0;
    for (let sent = await this.#offset(path, signal); sent < file.size;) {
      onProgress?.({ sent, total: file.size });
      const headers = {
        ...TUS,
        'Upload-Offset': String(sent),
        'Content-Type': 'application/offset+octet-stream',
      };
      const part = file.slice(sent, sent + partBytes);
      try {
        const request = {
          method: 'PATCH',
          path,
          headers,
          file: part,
          signal,
          heldMs: SEND_MS,
          retries: 0,
        } as const;
        sent = Number((await this.#transport.headers(request)).get('upload-offset'));
        failures = 0;
      } catch (error) {
        failures += 1;
        // The service still reads an attempt whose connection broke, so that its offset is not final.
        const isBusy = error instanceof MedleyApiError && (error.status === 409 || error.status === 423);
        if (isBusy && failures <= this.#transport.retriesMax) await pause(BUSY_MS, signal);
        else
          await this.#transport.waitBeforeRetry(error, {
            failures,
            failuresMax: this.#transport.retriesMax,
            signal,
          });
        sent = await this.#offset(path, signal);
      }
    }
    onProgress?.({ sent: file.size, total: file.size });
  }

  async #offset(path: string, signal: AbortSignal | undefined): Promise<number> {
    const answer = await this.#transport.headers({ method: 'HEAD', path, headers: TUS, signal });
    return Number(answer.get('upload-offset') ?? 0);
  }
}

function pathOf(id: string): string {
  return `/uploads/${encodeURIComponent(id)}`;
}

function tusPathOf(id: string): string {
  return `/uploads/tus/${encodeURIComponent(id)}`;
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
