const SCHEME = 'upload:';
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The link to a file that a client has uploaded; it stands wherever a link to media may stand. */
export function uploadUrl(id: string): string {
  return SCHEME + id;
}

/** Whether a link is meant to name an upload. */
export function isUploadUrl(url: string): boolean {
  return url.slice(0, SCHEME.length).toLowerCase() === SCHEME;
}

/** The id in a link to an upload; null for any other link and for an invalid id. */
export function parseUploadUrl(url: string): string | null {
  if (!isUploadUrl(url)) return null;
  const id = url.slice(SCHEME.length).toLowerCase();
  return ID.test(id) ? id : null;
}
