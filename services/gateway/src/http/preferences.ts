import type { ApiResponse } from './response';

/** The values given to a preference of the `Prefer` header (RFC 7240), in lower case and in order. */
export function readPreferences(header: string | undefined, name: string): string[] {
  return (header ?? '').split(',').flatMap((preference) => {
    const [given = ''] = preference.split(';', 1);
    const [key = '', value] = given.split('=', 2);
    return key.trim().toLowerCase() === name && value !== undefined ? [unquote(value.trim())] : [];
  });
}

function unquote(value: string): string {
  return value.replace(/^"(.*)"$/, '$1').toLowerCase();
}

/** Whether the client wants unknown fields to be refused. */
export function isStrict(header: string | undefined): boolean {
  // The first one counts (RFC 7240, section 2).
  return readPreferences(header, 'handling')[0] === 'strict';
}

/** The response with the preferences that were applied to it. */
export function withPreferences(response: ApiResponse, applied: readonly string[]): ApiResponse {
  if (applied.length === 0) return response;
  return { ...response, headers: { ...response.headers, 'Preference-Applied': applied.join(', ') } };
}
