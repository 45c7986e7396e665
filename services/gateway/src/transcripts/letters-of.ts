/** What of a text is heard: its letters and digits. By them words and segments of one transcript are matched. */
export function lettersOf(text: string): string {
  return text
    .toWellFormed()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
