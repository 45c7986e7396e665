import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { detectMediaType, HEAD_BYTES } from '@medley/media-type';
import { fileTooLarge } from './upload-errors';

/** The type of content that is no media in a supported format; `fetch` refuses it. */
const UNKNOWN_TYPE = 'application/octet-stream';

/** Passes a file on and measures it; needs only its first bytes in memory. */
export class FileInspector extends Transform {
  bytes = 0;
  readonly #hash = createHash('sha256');
  readonly #head: Buffer[] = [];
  #headBytes = 0;

  constructor(private readonly bytesMax: number) {
    super();
  }

  /** Hex; call it once, at the end. */
  sha256(): string {
    return this.#hash.digest('hex');
  }

  /** By the first bytes; the name of the file and its Content-Type are not trusted. */
  contentType(): string {
    const result = detectMediaType(Buffer.concat(this.#head).subarray(0, HEAD_BYTES));
    return 'type' in result ? result.type : UNKNOWN_TYPE;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    if (this.bytes > this.bytesMax) return done(fileTooLarge(this.bytesMax));
    this.#hash.update(chunk);
    if (this.#headBytes < HEAD_BYTES) {
      this.#head.push(chunk.subarray(0, HEAD_BYTES - this.#headBytes));
      this.#headBytes += chunk.length;
    }
    done(null, chunk);
  }
}
