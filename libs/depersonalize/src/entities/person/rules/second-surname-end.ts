/** “Lucero y Baca”, “Ferrer i Guàrdia”: the second surname, when it is one word and no second person's first name and surname. */
const second =
  / (?:y|i) (?:de (?:la |los |las )?)?\p{Lu}[\p{Ll}\p{M}]{2,}(?:-\p{Lu}\p{Ll}+)?(?![\p{L}'’-])(?! \p{Lu}\p{Ll})/uy;

/** Where a Spanish or Catalan name of two words or more ends that has a second surname behind “y”. */
export function secondSurnameEnd(text: string, { start, end }: { start: number; end: number }): number {
  if (text.charAt(end) !== ' ' || !text.slice(start, end).includes(' ')) return end;
  second.lastIndex = end;
  return end + (second.exec(text)?.[0].length ?? 0);
}
