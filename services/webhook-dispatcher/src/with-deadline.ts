import { AppError } from '@medley/kit';

/** The end of the work, if it comes in time. @throws AppError STORAGE_UNAVAILABLE when it does not */
export async function beforeDeadline<T>(work: Promise<T>, limitMs: number): Promise<T> {
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
