import { parseUploadUrl, type ValidationIssue } from '@medley/contracts';
import type { Stores, Upload } from '@medley/store';
import { validationError } from '../../validation/validation-error';

const issue: ValidationIssue = { field: 'url', message: 'names no upload of yours; it may have expired' };

/** Whether tasks can use an upload now; a used one is kept for its tasks. */
export function isUsable({ state, is_used, expires_at }: Upload, now: Date): boolean {
  return state === 'complete' && (is_used || expires_at > now);
}

/** Find the issue of a link to an upload that the account does not have; other links have none. */
export async function findUploadIssues(
  { uploads, now }: Pick<Stores, 'uploads' | 'now'>,
  url: string | null,
  accountId: string,
): Promise<ValidationIssue[]> {
  const id = url === null ? null : parseUploadUrl(url);
  if (id === null) return [];
  const upload = await uploads.find(id);
  return upload?.account_id === accountId && isUsable(upload, now()) ? [] : [issue];
}

/** Keep the upload that a link names for a task that is created now. @throws AppError VALIDATION_ERROR on `url` */
export async function useUpload(
  { uploads }: Pick<Stores, 'uploads'>,
  url: string | null,
  accountId: string,
): Promise<void> {
  const id = url === null ? null : parseUploadUrl(url);
  if (id !== null && !(await uploads.use(id, accountId))) throw validationError([issue]);
}
