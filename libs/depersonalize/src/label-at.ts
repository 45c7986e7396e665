import { labelWords, type Label } from './label-words';

/** What begins with a letter: one pattern, each kind of label a group of it. */
interface LetterLabels {
  pattern: RegExp;
  kinds: readonly Label[];
}

const byLetter: ReadonlyMap<string, LetterLabels> = groupByLetter();

/** The label that begins at an offset, the beginning of a word. */
export function labelAt(text: string, start: number): { label: Label; end: number } | null {
  const labels = byLetter.get(text.charAt(start).toLowerCase());
  if (labels === undefined) return null;
  labels.pattern.lastIndex = start;
  const match = labels.pattern.exec(text);
  const label = match && labels.kinds[match.findIndex((value, i) => i > 0 && value !== undefined) - 1];
  return label ? { label, end: start + match[0].length } : null;
}

function groupByLetter(): Map<string, LetterLabels> {
  const sources = labelWords.flatMap(([label, list]) =>
    list
      .trim()
      .split(/\s+/)
      .map((word) => ({ label, source: word.replaceAll('_', '[ \\u00a0_]').replaceAll('$', '(?!\\p{L})') })),
  );
  const letters = new Set(sources.map(({ source }) => source.charAt(0)));
  return new Map(
    Array.from(letters, (letter) => {
      const fitting = sources.filter(({ source }) => source.startsWith(letter));
      const kinds = [...new Set(fitting.map(({ label }) => label))];
      const groups = kinds.map((kind) => {
        const own = fitting.filter(({ label }) => label === kind);
        return `(${own.map(({ source }) => source).join('|')})`;
      });
      return [letter, { pattern: new RegExp(groups.join('|'), 'iuy'), kinds }] as const;
    }),
  );
}
