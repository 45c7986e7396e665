import { AppError } from '@medley/kit';

/** The result of the work. @throws AppError STORAGE_UNAVAILABLE after `limitMs` milliseconds */
export async function withDeadline<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    const failure = new AppError('STORAGE_UNAVAILABLE', `the attempt was not ready within ${limitMs} ms`);
    timer = setTimeout(reject, limitMs, failure);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
