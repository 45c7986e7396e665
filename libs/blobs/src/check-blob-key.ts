const KEY_MAX = 512;
/** ASCII segments that do not begin with a dot, which excludes `..`, hidden files and empty segments. */
const keyShape = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Whether a text of any origin is a valid key. */
export function isBlobKey(text: string): boolean {
  return text.length <= KEY_MAX && keyShape.test(text);
}

/** Returns a valid key. @throws RangeError otherwise: keys are generated, so an invalid one is a programming error */
export function checkBlobKey(key: string): string {
  if (!isBlobKey(key)) throw new RangeError('not a blob key');
  return key;
}

/** Returns a valid prefix. @throws RangeError without the final slash, because `tasks/ab` would match `tasks/abc/` */
export function checkBlobPrefix(prefix: string): string {
  if (!prefix.endsWith('/')) throw new RangeError('a blob prefix ends with a slash');
  checkBlobKey(prefix.slice(0, -1));
  return prefix;
}
