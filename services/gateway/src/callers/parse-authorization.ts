import { AppError } from '@medley/kit';

/**
 * Extract the API key from an `Authorization` header.
 * @throws AppError MISSING_API_KEY only when there is no such header, INVALID_AUTH_FORMAT for any other form
 */
export function parseAuthorization(header: string | undefined): string {
  if (header === undefined) {
    throw new AppError('MISSING_API_KEY', 'Send your API key: Authorization: Bearer <API_KEY>.');
  }
  const key = /^bearer +(\S+)$/i.exec(header)?.[1];
  if (key === undefined) {
    throw new AppError('INVALID_AUTH_FORMAT', 'The Authorization header must be: Bearer <API_KEY>.');
  }
  return key;
}
