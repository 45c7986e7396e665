import { namesThing } from './is-of-thing';
import type { Label } from './label';
import type { FoundWord, LabelIndex } from './label-index';
import type { Word } from '../../text/split-words';
import { textAfter } from '../../text/spans';

/** How far before a number its label may stand, in UTF-16 units. */
const REACH = 48;
/** How far before a series: «права на имя Лыковой Дарьи Олеговны (серия и номер …» */
const SERIES_REACH = 88;
/** Words of which the longest label consists, less one. */
const EARLIER = 3;
/** So many digits between a label and a number are the number that the label spoke of. */
const SPENT_DIGITS = 5;
export interface FoundLabel {
  label: Label;
  /** Another number stands between: the label may have been said of that one. */
  isSpent: boolean;
}

/** What is needed of a text to read labels in it. */
interface WordedText {
  text: string;
  words: readonly Word[];
  labels: LabelIndex;
  wordFrom(offset: number): number;
  /** The label that begins at a word, by its index. */
  labelFrom(word: number): FoundWord | null;
}

/** A text for reading labels in it, each word once. */
export function wordedText(text: string, words: readonly Word[], labels: LabelIndex): WordedText {
  const known = new Map<number, FoundWord | null>();
  const labelFrom = (word: number): FoundWord | null => {
    let label = known.get(word);
    if (label === undefined)
      known.set(word, (label = labels.labelAt(text, words[word]?.start ?? text.length)));
    return label;
  };
  return { text, words, labels, wordFrom: firstWordFrom(words), labelFrom };
}

/** The label nearest before an offset, not over an empty line. */
export function nearestLabel(source: WordedText, offset: number): FoundLabel | null {
  const { labels } = source;
  let passed: Label | null = null;
  for (const { label, end } of labelsBefore(source, offset, REACH)) {
    if (labels.meaningAlone(label) !== undefined) passed ??= label;
    else if (passed === 'SERIES' && !isSeriesOf(source, label, source.text.slice(end, offset))) break;
    else {
      const between = source.text.slice(Math.min(end, offset), offset);
      return { label, isSpent: between.replace(/\D/g, '').length >= SPENT_DIGITS };
    }
  }
  if (passed === null) return null;
  const paper = passed === 'SERIES' ? paperOfSeries(source, offset) : null;
  if (paper !== null) return { label: paper, isSpent: false };
  const isOther =
    passed === 'SERIES' && namesThing(source.text.slice(paragraphStart(source.text, offset, REACH), offset));
  return { label: isOther ? 'OTHER' : (labels.meaningAlone(passed) ?? passed), isSpent: false };
}

/** The paper named farther before a series. */
function paperOfSeries(source: WordedText, offset: number): Label | null {
  for (const { label } of labelsBefore(source, offset, SERIES_REACH)) {
    if (source.labels.meaningAlone(label) === undefined)
      return source.labels.hasSeries(label) && label !== 'OTHER' ? label : null;
  }
  return null;
}

/** Whether a series is that of a paper: not of what has a number of its own, «Код документа 21 Серия и номер …». */
function isSeriesOf({ labels }: WordedText, label: Label, between: string): boolean {
  const beforeSeries = between.slice(0, Math.max(0, between.toLowerCase().lastIndexOf('сер')));
  return labels.hasSeries(label) && !(label === 'OTHER' && /\d/.test(beforeSeries));
}

/** Labels within reach of an offset, the nearest first, those named in passing left out. */
function* labelsBefore(source: WordedText, offset: number, reach: number): Generator<FoundWord> {
  const { text, words } = source;
  const from = paragraphStart(text, offset, reach);
  for (let at = source.wordFrom(offset) - 1; at >= 0; at -= 1) {
    const start = words[at]?.start ?? 0;
    if (start < from) return;
    const found = labelOver(source, at, from);
    if (found === null) continue;
    if (found.label === 'OTHER' && isAside(text.slice(from, start), text.slice(found.end, offset))) continue;
    yield found;
  }
}

/** «ИНН для договора 7707…», «код на 8921…»: named in passing, the number is something else's. */
function isAside(before: string, after: string): boolean {
  return (
    /(?<!\p{L})(?:для|for)[ \u00a0]$/iu.test(before) ||
    /(?<!\p{L})(?:на|to|on)[ \u00a0](?:номер[ \u00a0])?$/iu.test(after)
  );
}

/** Where the paragraph of an offset begins, within reach. */
function paragraphStart(text: string, offset: number, reach: number): number {
  const from = Math.max(0, offset - reach);
  const window = text.slice(from, offset);
  return from + Math.max(window.lastIndexOf('\n\n'), window.lastIndexOf('\n\r\n')) + 1;
}

/** The label that begins at a word, or before it and reaches over it. */
function labelOver({ words, labelFrom }: WordedText, at: number, from: number): FoundWord | null {
  const start = words[at]?.start ?? 0;
  for (let first = Math.max(0, at - EARLIER); first <= at; first += 1) {
    const begin = words[first]?.start ?? 0;
    const found = begin < from ? null : labelFrom(first);
    if (found !== null && found.end > start) return found;
  }
  return null;
}

const BEHIND = 24;
/** «8 916 123-45-67 (ватсап)», «4508 123456 — мой паспорт» */
const bridge =
  /^["»”]?[ \u00a0]{0,2}(?:\(|[—–-][ \u00a0])[ \u00a0]?(?:(?:мой|моя|это|мой новый|is my|my)[ \u00a0])?(?=\p{L})/iu;

/** The label that explains a number behind it, in brackets or after a dash. */
export function labelAfter(labels: LabelIndex, text: string, end: number): Label | null {
  const match = bridge.exec(textAfter(text, end, BEHIND));
  return match === null ? null : (labels.labelAt(text, end + match[0].length)?.label ?? null);
}

/** Looks up the index of the first word that starts at or after an offset. */
function firstWordFrom(words: readonly Word[]): (offset: number) => number {
  return (offset) => {
    let low = 0;
    let high = words.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((words[middle]?.start ?? Infinity) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
