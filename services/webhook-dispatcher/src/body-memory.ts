import { bytesOf, type Task } from '@medley/contracts';
import { AppError } from '@medley/kit';
import { Semaphore, withTimeout, type SemaphoreInterface } from 'async-mutex';
import { dispatchLimits } from './dispatch-limits';

const KIB = 1024;

/** Bounds the memory that the bodies of requests in flight take together. */
export class BodyMemory {
  readonly #semaphore: SemaphoreInterface;

  constructor(private readonly bytesMax: number) {
    const tooLate = new AppError('STORAGE_UNAVAILABLE', 'too many large webhook bodies are in flight', {
      retryable: true,
    });
    this.#semaphore = withTimeout(new Semaphore(Math.floor(bytesMax / KIB)), dispatchLimits.roomMs, tooLate);
  }

  /** Reserve memory for the body of a delivery, first come first served; returns its release. @throws AppError STORAGE_UNAVAILABLE */
  async reserve(task: Task): Promise<() => void> {
    const bytes = Math.min(bodyBytes(task), this.bytesMax);
    if (bytes <= dispatchLimits.smallBodyBytes) return () => undefined;
    const [, release] = await this.#semaphore.acquire(Math.floor(bytes / KIB));
    return release;
  }
}

/** Bytes of the stored body, or an upper estimate from the outputs in it. */
function bodyBytes({ delivery, steps }: Task): number {
  if (delivery?.body) return bytesOf(delivery.body);
  return steps.reduce((sum, { output }) => sum + (output ? bytesOf(output) : 0), 0);
}
