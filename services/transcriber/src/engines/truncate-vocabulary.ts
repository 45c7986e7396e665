/**
 * As many terms, from the first on, as fit a number of tokens. Counted roughly and rather too high: three Latin letters
 * make a token, other scripts have more of them.
 */
export function truncateVocabulary(terms: readonly string[], tokensMax: number): readonly string[] {
  let tokens = 0;
  const end = terms.findIndex((term) => {
    tokens += tokensOf(term);
    return tokens > tokensMax;
  });
  return end === -1 ? terms : terms.slice(0, end);
}

function tokensOf(term: string): number {
  const others = term.replace(/[\x00-\x7f]/g, '').length;
  // One more for the comma after it.
  return 1 + (term.length - others) / 3 + others * 0.7;
}
