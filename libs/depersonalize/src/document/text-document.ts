import type { Sensitivity } from '@medley/contracts';
import {
  type DigitRun,
  type DigitSpan,
  type Span,
  digitRuns,
  digitSpans,
  firstAtOrAfter,
} from '../text/spans';
import type { Field } from './fields/field';
import { readFields } from './fields/read-fields';
import { type TableRow, readRows } from './fields/read-rows';
import { type FoundLabel, labelAfter, nearestLabel, wordedText } from './labels/nearest-label';
import type { Label } from './labels/label';
import { type Word, splitWords } from '../text/split-words';
import type { Vocabulary } from './vocabulary';

/** A text as the detectors see it: split once, asked often. */
export interface TextDocument {
  text: string;
  /** `ru` or `en` by the script, else the hint; ISO 639-1. */
  language: string;
  /** How readily a word is taken for a name of a person. */
  sensitivity: Sensitivity;
  words: readonly Word[];
  /** Null: the text as it came. */
  dictation: Dictation | null;
  /** What words announce, and what kinds mean for one another. */
  vocabulary: Vocabulary;
  hasDigits: boolean;
  /** The only places where a number can be. */
  digitSpans: readonly DigitSpan[];
  /** Those of them where a number of so many digits can be. */
  spansOf(digits: number): readonly DigitSpan[];
  /** Groups of digits that may be one number. */
  digitRuns: readonly DigitRun[];
  /** Runs of lines with as many cells each. */
  tables: readonly (readonly TableRow[])[];
  /** Values that a head or a key tells of, in order. */
  fields: readonly Field[];
  /** Cells of tables by what their heads say that numbers in them are. */
  cells: ReadonlyMap<Label, readonly Field[]>;
  /** The value that an offset is in. */
  fieldAt(offset: number): Field | null;
  /** What a number is by the head of its column, the label before it («паспорт», “account no.”) or the one behind it. */
  labelOf(start: number, end: number): Label | null;
  /** The label nearest before an offset, though another number stands between («карты: 4276 …, 2202 …»). */
  labelBefore(offset: number): Label | null;
  /** Index of the first word that starts at or after an offset. */
  wordFrom(offset: number): number;
}

/** Of a text whose numbers in words have been written in digits; offsets into the rewritten text. */
interface Dictation {
  /** Dates that are said where a birthday is spoken of. */
  birthdays: readonly Span[];
  /** Numbers with which somebody counts up or down. */
  counts: readonly Span[];
}

export interface ReadOptions {
  /** ISO 639-1; a hint for texts without letters. */
  language?: string | undefined;
  /** Default: `balanced`. */
  sensitivity?: Sensitivity | undefined;
  dictation?: Dictation;
}

/** Read a text once for all detectors. The script of its letters says the language; the hint counts without letters. */
export function readDocument(
  text: string,
  vocabulary: Vocabulary,
  { language, sensitivity = 'balanced', dictation }: ReadOptions = {},
): TextDocument {
  const words = splitWords(text);
  const spans = digitSpans(text);
  const source = wordedText(text, words, vocabulary.labels);
  const labels = new Map<number, FoundLabel | null>();
  const tables = readRows(text);
  const fields = readFields({ text, tables }, vocabulary);
  const starts = fields.map(({ start }) => start);
  const fieldAt = (offset: number): Field | null => {
    const field = fields[firstAtOrAfter(starts, offset + 1) - 1];
    return field !== undefined && offset < field.end ? field : null;
  };
  const labelBefore = (offset: number): FoundLabel | null => {
    const known = labels.get(offset);
    if (known !== undefined) return known;
    const label = nearestLabel(source, offset);
    labels.set(offset, label);
    return label;
  };
  return {
    text,
    words,
    wordFrom: source.wordFrom,
    vocabulary,
    language: guessLanguage(words) ?? language ?? 'ru',
    sensitivity,
    dictation: dictation ?? null,
    hasDigits: spans.length > 0,
    digitSpans: spans,
    spansOf: (digits) => spans.filter((span) => span.digits >= digits),
    digitRuns: digitRuns(text),
    labelOf: (start, end) => {
      const before = labelBefore(start);
      return (
        fieldAt(start)?.label ??
        (before?.isSpent === false ? before.label : null) ??
        labelAfter(vocabulary.labels, text, end)
      );
    },
    tables,
    fields,
    cells: cellsByLabel(fields),
    fieldAt,
    labelBefore: (offset) => fieldAt(offset)?.label ?? labelBefore(offset)?.label ?? null,
  };
}

function cellsByLabel(fields: readonly Field[]): Map<Label, Field[]> {
  const cells = new Map<Label, Field[]>();
  for (const field of fields) {
    if (!field.isCell || field.label === null) continue;
    const known = cells.get(field.label);
    if (known) known.push(field);
    else cells.set(field.label, [field]);
  }
  return cells;
}

/** Russian text is full of Latin names and addresses; English text has hardly a Cyrillic letter. */
const CYRILLIC_WEIGHT = 4;

function guessLanguage(words: readonly Word[]): string | null {
  let balance = 0;
  for (const word of words.slice(0, 1_000)) {
    if (word.script === 'cyrillic') balance += CYRILLIC_WEIGHT * (word.end - word.start);
    else if (word.script === 'latin') balance -= word.end - word.start;
  }
  if (balance === 0) return null;
  return balance > 0 ? 'ru' : 'en';
}
