import type { Passage } from './passage';

export interface Match {
  passage: number;
  from: number;
  to: number;
}

/** More would not be looked through by anybody. */
export const MATCHES_MAX = 2_000;

/** The places of a text in passages, whatever the case, in their order. */
export function findMatches(passages: readonly Passage[], text: string): Match[] {
  const wanted = fold(text.trim());
  const matches: Match[] = [];
  if (wanted === '') return matches;
  for (const passage of passages) {
    const folded = fold(passage.text);
    let from = folded.indexOf(wanted);
    while (from >= 0) {
      const to = from + wanted.length;
      matches.push({ passage: passage.index, from, to });
      if (matches.length === MATCHES_MAX) return matches;
      from = folded.indexOf(wanted, to);
    }
  }
  return matches;
}

/** In small letters, with the offsets of the original: few letters have a small form of another length. */
function fold(text: string): string {
  const folded = text.toLowerCase();
  if (folded.length === text.length) return folded;
  return Array.from(text, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  }).join('');
}
