const cases = [
  ['иван', 'петров'],
  ['ивана', 'петрова'],
  ['ивану', 'петрову'],
  ['иваном', 'петровым'],
  ['иване', 'петрове'],
] as const;

/** A text in which one person is written in very many ways: case by case, and each letter small or capital. */
export function textOfManyForms(count: number): string {
  const ways = Array.from({ length: count }, (_, i) => {
    const [first, last] = cases[i % cases.length] ?? cases[0];
    const letters = Math.floor(i / cases.length);
    return `Звонил ${mixed(first, letters & 7)} ${mixed(last, letters >> 3)}.`;
  });
  return ways.join('\n');
}

/** The bits of a number say which letters are small; the first one is a capital. */
function mixed(word: string, bits: number): string {
  return [...word]
    .map((letter, i) => (i === 0 || !((bits >> (i - 1)) & 1) ? letter.toUpperCase() : letter))
    .join('');
}
