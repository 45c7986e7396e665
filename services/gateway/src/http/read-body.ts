import type { IncomingMessage } from 'node:http';
import { AppError } from '@medley/kit';
import { invalid } from '../validation/invalid';
import { tooMuch, type BodyLease } from '../traffic/traffic';
import type { TransferLimits } from '../traffic/traffic-limits';

/** A refused body is still read this many times its limit, unkept: who is cut off while sending sees no answer. */
const DRAIN_FACTOR = 4;

export interface BodyBounds {
  /** Bytes this body may have. */
  bytesMax: number;
  /** Where its bytes are accounted for. */
  lease: BodyLease;
  pace: Pick<TransferLimits, 'bodyWindowMs' | 'bodyWindowBytesMin'>;
}

/**
 * The raw body; it counts in the lease until that is released.
 * @throws AppError VALIDATION_ERROR when it is too large or too slow, RATE_LIMIT_EXCEEDED when there is no room for it
 */
export function readBody(request: IncomingMessage, bounds: BodyBounds): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const intake = new Intake(request, bounds);
    const pace = setInterval(() => {
      if (!intake.isOnPace()) finish(() => reject(tooSlow()));
    }, bounds.pace.bodyWindowMs);
    const finish = (settle: () => void): void => {
      clearInterval(pace);
      request.off('data', onData).off('end', onEnd).off('error', onLost).off('close', onLost);
      settle();
    };
    const onData = (chunk: Buffer): void => {
      intake.add(chunk);
      if (intake.isHopeless()) finish(() => reject(tooLarge(bounds)));
    };
    const onEnd = (): void =>
      finish(() => (intake.refusal ? reject(intake.refusal) : resolve(intake.join())));
    const onLost = (): void =>
      finish(() => {
        bounds.lease.release();
        reject(new AppError('INVALID_JSON', 'The request ended before its body did.'));
      });
    request.on('data', onData).on('end', onEnd).on('error', onLost).on('close', onLost);
    // The client may have gone while the key was looked up.
    if (request.destroyed) onLost();
  });
}

/** What has come of a body so far; of one that is refused nothing is kept. */
class Intake {
  refusal: AppError | null = null;
  #chunks: Buffer[] = [];
  #size = 0;
  #sizeAtLastLook = 0;

  constructor(
    request: IncomingMessage,
    private readonly bounds: BodyBounds,
  ) {
    if (Number(request.headers['content-length'] ?? 0) > bounds.bytesMax) this.#refuse(tooLarge(bounds));
  }

  add(chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.refusal) return;
    if (this.#size > this.bounds.bytesMax) this.#refuse(tooLarge(this.bounds));
    else if (!this.bounds.lease.take(chunk.length)) this.#refuse(noRoom());
    else this.#chunks.push(chunk);
  }

  isHopeless(): boolean {
    return this.#size > this.bounds.bytesMax * DRAIN_FACTOR;
  }

  /** Whether enough has come since the last call. */
  isOnPace(): boolean {
    const come = this.#size - this.#sizeAtLastLook;
    this.#sizeAtLastLook = this.#size;
    return come >= this.bounds.pace.bodyWindowBytesMin;
  }

  join(): Buffer {
    return Buffer.concat(this.#chunks, this.#size);
  }

  #refuse(refusal: AppError): void {
    this.refusal = refusal;
    this.#chunks = [];
    this.bounds.lease.release();
  }
}

function tooLarge({ bytesMax }: BodyBounds): AppError {
  const message = `must not be larger than ${bytesMax / 1024 / 1024} MiB`;
  return invalid([{ field: 'body', message }], { close: true });
}

function tooSlow(): AppError {
  return invalid([{ field: 'body', message: 'came too slowly' }], { close: true });
}

function noRoom(): AppError {
  return tooMuch('Too many bodies are being read.');
}
