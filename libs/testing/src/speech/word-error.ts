export interface WordError {
  /** Substitutions, deletions and insertions as a share of the reference. */
  rate: number;
  errors: number;
  /** Words of the reference; of Japanese characters. */
  words: number;
}

/** Word error rate after lower-casing and dropping punctuation; Japanese is compared by characters. */
export function wordError(reference: string, hypothesis: string, language: string): WordError {
  const [said, guessed] = [tokensOf(reference, language), tokensOf(hypothesis, language)];
  const errors = distance(said, guessed);
  return { errors, words: said.length, rate: said.length === 0 ? guessed.length : errors / said.length };
}

function tokensOf(text: string, language: string): string[] {
  // An apostrophe is within a word, all other marks are between words.
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  if (language === 'ja') return [...plain.replaceAll(' ', '')];
  return plain === '' ? [] : plain.split(' ');
}

/** Levenshtein over tokens. */
function distance(said: readonly string[], guessed: readonly string[]): number {
  let row = Array.from({ length: guessed.length + 1 }, (_, index) => index);
  said.forEach((word, place) => {
    const next = [place + 1];
    guessed.forEach((other, index) => {
      const [left, above, corner] = [next[index] ?? 0, row[index + 1] ?? 0, row[index] ?? 0];
      next.push(Math.min(left + 1, above + 1, corner + Number(word !== other)));
    });
    row = next;
  });
  return row.at(-1) ?? 0;
}
