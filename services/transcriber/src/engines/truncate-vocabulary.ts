/**
 * The first terms that fit into `tokensMax` tokens. The estimate is conservative: three ASCII characters per token, and 0.7
 * tokens per other character.
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
  // 1 for the comma.
  return 1 + (term.length - others) / 3 + others * 0.7;
}
