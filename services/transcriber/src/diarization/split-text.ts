/**
 * Splits a text into one part per run of words: each part contains the words of its run with their punctuation. Null when
 * the words do not match the text. Only whitespace between parts is dropped.
 */
export function splitText(text: string, runs: readonly (readonly string[])[]): string[] | null {
  const lower = foldCase(text);
  const cuts: number[] = [];
  let at = 0;
  for (const [index, run] of runs.entries()) {
    for (const [position, word] of run.entries()) {
      const needle = foldCase(word.trim());
      const found = lower.indexOf(needle, at);
      if (found < 0 || found - at > GAP_MAX) return null;
      if (position === 0 && index > 0) cuts.push(cutBefore(text, at, found));
      at = found + needle.length;
    }
  }
  return [0, ...cuts].map((from, index) => text.slice(from, cuts[index]).trim());
}

/** Characters between words; a match farther ahead is another occurrence of the word. */
const GAP_MAX = 12;

/** Cuts at the last space before the word, so that opening quotes go with it and closing ones stay; else at the word. */
function cutBefore(text: string, from: number, word: number): number {
  const space = text.slice(from, word).search(/\s\S*$/u);
  return space < 0 ? word : from + space;
}

/** Lower case without changing any offset. */
function foldCase(text: string): string {
  return [...text]
    .map((character) => {
      const lower = character.toLowerCase();
      return lower.length === character.length ? lower : character;
    })
    .join('');
}
