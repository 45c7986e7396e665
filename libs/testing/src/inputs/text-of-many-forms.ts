const cases = [
  ['иван', 'петров'],
  ['ивана', 'петрова'],
  ['ивану', 'петрову'],
  ['иваном', 'петровым'],
  ['иване', 'петрове'],
] as const;

/** A text with one person's name in `count` forms: grammatical cases times upper and lower case of each letter. */
export function textOfManyForms(count: number): string {
  const lines = Array.from({ length: count }, (_, i) => {
    const [first, last] = cases[i % cases.length] ?? cases[0];
    const letters = Math.floor(i / cases.length);
    return `Звонил ${mixCase(first, letters & 7)} ${mixCase(last, letters >> 3)}.`;
  });
  return lines.join('\n');
}

/** Bits of the number select lower-case letters; the first letter is a capital. */
function mixCase(word: string, bits: number): string {
  return [...word]
    .map((letter, i) => (i === 0 || !((bits >> (i - 1)) & 1) ? letter.toUpperCase() : letter))
    .join('');
}
