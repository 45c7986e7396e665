const DUPLICATE_KEY = 11_000;

/** For an upsert of a document that another process has stored at the same moment. Other errors are thrown. */
export function ignoreDuplicate(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY)) throw error;
}
