import { countCodePoints, limits } from '@medley/contracts';

/**
 * The `vocabulary` of a transcribe step that says what a prompt says: its parts between commas and line ends, long ones in
 * pieces. Of too many the last ones count, as of a prompt that is too long for Whisper.
 */
export function vocabularyOf(prompt: string, keywords: readonly string[]): string[] {
  const parts = prompt.split(/[,;\r\n]/).flatMap((part) => splitAtSpaces(part.trim()));
  const wanted = keywords.flatMap((keyword) => splitAtSpaces(keyword.trim()));
  return [...parts, ...wanted].slice(-limits.vocabularyMax);
}

/** Pieces of at most `vocabularyItemMax` code points; a longer word is cut. */
function splitAtSpaces(text: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const word of text.split(/\s+/).flatMap(cutWord)) {
    const longer = piece === '' ? word : `${piece} ${word}`;
    if (countCodePoints(longer) <= limits.vocabularyItemMax) piece = longer;
    else {
      pieces.push(piece);
      piece = word;
    }
  }
  return piece === '' ? pieces : [...pieces, piece];
}

function cutWord(word: string): string[] {
  const points = [...word];
  const count = Math.ceil(points.length / limits.vocabularyItemMax);
  return Array.from({ length: count }, (_, index) =>
    points.slice(index * limits.vocabularyItemMax, (index + 1) * limits.vocabularyItemMax).join(''),
  );
}
