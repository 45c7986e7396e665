import { MedleyApiError } from '@medley/client/browser';

const rejections = ['INVALID_API_KEY', 'API_KEY_INACTIVE', 'API_KEY_EXPIRED'] as const;
/** Why the service no longer takes a key. */
export type Rejection = (typeof rejections)[number];

/** Null for every error that is not about the key. */
export function rejectionOf(error: unknown): Rejection | null {
  if (!(error instanceof MedleyApiError)) return null;
  if (error.status === 401) return rejections.find((code) => code === error.code) ?? 'INVALID_API_KEY';
  return null;
}
