/** The letters and digits of a text in lower case: what words and segments of one transcript are matched by. */
export function normalizeForMatching(text: string): string {
  return text
    .toWellFormed()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
