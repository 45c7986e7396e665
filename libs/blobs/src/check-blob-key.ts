const KEY_MAX = 512;
/** Segments of plain ASCII that do not begin with a dot: no `..`, no hidden file, no empty segment. */
const keyShape = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Whether a text is a key, wherever it comes from. */
export function isBlobKey(text: string): boolean {
  return text.length <= KEY_MAX && keyShape.test(text);
}

/** Return the key if it is one. A wrong key is a mistake of ours, never of a user: keys are made, not received. */
export function checkBlobKey(key: string): string {
  if (!isBlobKey(key)) throw new RangeError('not a blob key');
  return key;
}

/** Return a prefix (a key with a slash at the end) if it is one; `tasks/ab` must never reach into `tasks/abc/`. */
export function checkBlobPrefix(prefix: string): string {
  if (!prefix.endsWith('/')) throw new RangeError('a blob prefix ends with a slash');
  checkBlobKey(prefix.slice(0, -1));
  return prefix;
}
