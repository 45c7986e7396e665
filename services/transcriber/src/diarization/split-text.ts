/**
 * The text cut into as many parts as there are runs of words, so that each part holds the words of its run and what stands
 * around them; null when the words are not those of the text. Nothing is lost: parts differ from the text in outer blanks.
 */
export function splitText(text: string, runs: readonly (readonly string[])[]): string[] | null {
  const lower = foldCase(text);
  const cuts: number[] = [];
  let at = 0;
  for (const [index, run] of runs.entries()) {
    for (const [place, word] of run.entries()) {
      const wanted = foldCase(word.trim());
      const found = lower.indexOf(wanted, at);
      if (found < 0 || found - at > GAP_MAX) return null;
      if (place === 0 && index > 0) cuts.push(cutBefore(text, at, found));
      at = found + wanted.length;
    }
  }
  return [0, ...cuts].map((from, index) => text.slice(from, cuts[index]).trim());
}

/** A word that is found farther on is another one of the same letters. */
const GAP_MAX = 12;

/** Opening quotes go with the word, closing ones stay: the cut is at the last blank between, else at the word. */
function cutBefore(text: string, from: number, word: number): number {
  const blank = text.slice(from, word).search(/\s\S*$/u);
  return blank < 0 ? word : from + blank;
}

/** Lower case that keeps every place where it was. */
function foldCase(text: string): string {
  return [...text]
    .map((character) => {
      const lower = character.toLowerCase();
      return lower.length === character.length ? lower : character;
    })
    .join('');
}
