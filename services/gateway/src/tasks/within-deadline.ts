import { AppError } from '@medley/kit';

/** The promise's value. @throws AppError UPSTREAM_ERROR when it takes longer than `ms` */
export async function withinDeadline<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new AppError('UPSTREAM_ERROR', 'The processing back end does not answer.')),
      ms,
    );
  });
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
