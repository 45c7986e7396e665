import { bytesOf, type Task } from '@medley/contracts';
import { AppError } from '@medley/kit';
import { Semaphore, withTimeout, type SemaphoreInterface } from 'async-mutex';
import { dispatchLimits } from './dispatch-limits';

const KIB = 1024;

/** The memory that bodies of requests under way may take together, so that many large ones at once do no harm. */
export class BodyBudget {
  readonly #room: SemaphoreInterface;

  constructor(private readonly bytesMax: number) {
    const tooLate = new AppError('STORAGE_UNAVAILABLE', 'too many large webhook bodies are under way', {
      retryable: true,
    });
    this.#room = withTimeout(new Semaphore(Math.floor(bytesMax / KIB)), dispatchLimits.roomMs, tooLate);
  }

  /** Room for the body of a task's delivery, in the order of asking. @throws AppError STORAGE_UNAVAILABLE */
  async take(task: Task): Promise<() => void> {
    const bytes = Math.min(bodyBytes(task), this.bytesMax);
    if (bytes <= dispatchLimits.smallBodyBytes) return () => undefined;
    const [, release] = await this.#room.acquire(Math.floor(bytes / KIB));
    return release;
  }
}

/** What the body takes: as it is stored, or what the outputs in it take at most. */
function bodyBytes({ delivery, steps }: Task): number {
  if (delivery?.body) return bytesOf(delivery.body);
  return steps.reduce((sum, { output }) => sum + (output ? bytesOf(output) : 0), 0);
}
