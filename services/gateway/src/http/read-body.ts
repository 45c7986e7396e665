import type { IncomingMessage } from 'node:http';
import { AppError } from '@medley/kit';
import { validationError } from '../validation/validation-error';
import { overloaded, type BodyLease } from '../traffic/admission-control';
import type { TransferLimits } from '../traffic/traffic-limits';

/** A rejected body is read and discarded up to this multiple of its limit, so that the client receives the response. */
const DRAIN_FACTOR = 4;

export interface BodyOptions {
  /** Maximum size of this body. */
  bytesMax: number;
  /** Quota that the bytes count against. */
  lease: BodyLease;
  pace: Pick<TransferLimits, 'bodyWindowMs' | 'bodyWindowBytesMin'>;
}

/**
 * The raw body; it counts in the lease until that is released.
 * @throws AppError VALIDATION_ERROR when it is too large or too slow, RATE_LIMIT_EXCEEDED when the lease is denied, INVALID_JSON when the
 * client disconnects
 */
export function readBody(request: IncomingMessage, options: BodyOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const reader = new BodyReader(request, options);
    const pace = setInterval(() => {
      if (!reader.isOnPace()) finish(() => reject(tooSlow()));
    }, options.pace.bodyWindowMs);
    const finish = (settle: () => void): void => {
      clearInterval(pace);
      request.off('data', onData).off('end', onEnd).off('error', onDisconnected).off('close', onDisconnected);
      settle();
    };
    const onData = (chunk: Buffer): void => {
      reader.add(chunk);
      if (reader.exceedsDrainLimit()) finish(() => reject(tooLarge(options)));
    };
    const onEnd = (): void =>
      finish(() => (reader.refusal ? reject(reader.refusal) : resolve(reader.join())));
    const onDisconnected = (): void =>
      finish(() => {
        options.lease.release();
        reject(new AppError('INVALID_JSON', 'The request ended before its body did.'));
      });
    request.on('data', onData).on('end', onEnd).on('error', onDisconnected).on('close', onDisconnected);
    // The client may have disconnected while the key was looked up.
    if (request.destroyed) onDisconnected();
  });
}

/** Collects the chunks of a body; the chunks of a rejected body are discarded. */
class BodyReader {
  refusal: AppError | null = null;
  #chunks: Buffer[] = [];
  #size = 0;
  #sizeAtLastCheck = 0;

  constructor(
    request: IncomingMessage,
    private readonly options: BodyOptions,
  ) {
    if (Number(request.headers['content-length'] ?? 0) > options.bytesMax) this.#refuse(tooLarge(options));
  }

  add(chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.refusal) return;
    if (this.#size > this.options.bytesMax) this.#refuse(tooLarge(this.options));
    else if (!this.options.lease.acquire(chunk.length)) this.#refuse(tooManyBodies());
    else this.#chunks.push(chunk);
  }

  exceedsDrainLimit(): boolean {
    return this.#size > this.options.bytesMax * DRAIN_FACTOR;
  }

  /** Whether at least `bodyWindowBytesMin` bytes arrived since the last call. */
  isOnPace(): boolean {
    const received = this.#size - this.#sizeAtLastCheck;
    this.#sizeAtLastCheck = this.#size;
    return received >= this.options.pace.bodyWindowBytesMin;
  }

  join(): Buffer {
    return Buffer.concat(this.#chunks, this.#size);
  }

  #refuse(refusal: AppError): void {
    this.refusal = refusal;
    this.#chunks = [];
    this.options.lease.release();
  }
}

function tooLarge({ bytesMax }: BodyOptions): AppError {
  const message = `must not be larger than ${bytesMax / 1024 / 1024} MiB`;
  return validationError([{ field: 'body', message }], { close: true });
}

function tooSlow(): AppError {
  return validationError([{ field: 'body', message: 'came too slowly' }], { close: true });
}

function tooManyBodies(): AppError {
  return overloaded('bodies', 'Too many bodies are being read.');
}
