import type { EntityType } from '@medley/contracts';
import type { Label, NeutralLabel } from './label';
import { wordLists } from '../../text/word-lists';
import { matchAt } from '../../text/spans';

/** The words that announce values of a kind. */
export interface LabelWords {
  /**
   * The more special first: patterns that start at the beginning of a word. `_` stands for a blank or an underscore, `$`
   * for the end of a word.
   */
  words: readonly string[];
  /** Words with the same beginning that announce something else («карта лояльности»). */
  others: readonly string[];
  /** Words for documents are looked for before those for values («карта» after «медицинская карта»). */
  isOfDocument?: true;
  /** The neutral label that means this kind when no other word says what is meant. */
  impliedBy?: NeutralLabel;
  /** Its numbers have a series. */
  hasSeries?: true;
}

export interface FoundWord {
  label: Label;
  end: number;
}

/** What begins with a letter: one pattern, each label a group of it. */
interface LetterLabels {
  pattern: RegExp;
  labels: readonly Label[];
}

type Row = readonly [Label, readonly string[]];

/** Words for what is no personal data, by what they say. */
const neutral = wordLists('neutral-labels', [
  'OTHER-papers',
  'SERIES-papers',
  'DATE',
  'OTHER',
  'SAID',
  'WEAK',
]);

/** The words of all kinds, by the letter they begin with. */
export class LabelIndex {
  readonly #byLetter: ReadonlyMap<string, LetterLabels>;
  readonly #meaningAlone: ReadonlyMap<Label, Label>;
  readonly #withSeries: ReadonlySet<Label>;

  constructor(kinds: readonly (readonly [EntityType, LabelWords])[]) {
    const rowsOf = (isOfDocument: boolean): Row[] =>
      kinds.flatMap(([type, labels]): Row[] =>
        (labels.isOfDocument === true) === isOfDocument ? [[type, labels.words]] : [],
      );
    const others = kinds.map(([, labels]): Row => ['OTHER', labels.others]);
    this.#byLetter = groupByLetter([
      ...rowsOf(true),
      ...others,
      ['OTHER', neutral['OTHER-papers']],
      ['SERIES', neutral['SERIES-papers']],
      ...rowsOf(false),
      ...(['DATE', 'OTHER', 'SAID', 'WEAK'] as const).map((label): Row => [label, neutral[label]]),
    ]);
    this.#meaningAlone = new Map<Label, Label>([
      ['WEAK', 'OTHER'],
      ...kinds.flatMap(([type, { impliedBy }]) => (impliedBy ? [[impliedBy, type] as const] : [])),
    ]);
    const withSeries = kinds.flatMap(([type, { hasSeries }]) => (hasSeries ? type : []));
    this.#withSeries = new Set<Label>([...withSeries, 'OTHER']);
  }

  /** The label that begins at an offset, the beginning of a word. */
  labelAt(text: string, start: number): FoundWord | null {
    const known = this.#byLetter.get(text.charAt(start).toLowerCase());
    if (known === undefined) return null;
    const match = matchAt(known.pattern, text, start);
    const label = match && known.labels[match.findIndex((value, i) => i > 0 && value !== undefined) - 1];
    return label ? { label, end: start + match[0].length } : null;
  }

  /** What a label says that leaves the word to one before it, when there is none; undefined: another label. */
  meaningAlone(label: Label): Label | undefined {
    return this.#meaningAlone.get(label);
  }

  hasSeries(label: Label): boolean {
    return this.#withSeries.has(label);
  }
}

function groupByLetter(rows: readonly Row[]): Map<string, LetterLabels> {
  const sources = rows.flatMap(([label, list]) =>
    list.map((word) => ({
      label,
      source: word.replaceAll('_', '[ \\u00a0_]').replaceAll('$', '(?!\\p{L})'),
    })),
  );
  const letters = new Set(sources.map(({ source }) => source.charAt(0)));
  return new Map(
    Array.from(letters, (letter) => {
      const fitting = sources.filter(({ source }) => source.startsWith(letter));
      const labels = [...new Set(fitting.map(({ label }) => label))];
      const groups = labels.map((one) => {
        const own = fitting.filter(({ label }) => label === one);
        return `(${own.map(({ source }) => source).join('|')})`;
      });
      return [letter, { pattern: new RegExp(groups.join('|'), 'iuy'), labels }] as const;
    }),
  );
}
