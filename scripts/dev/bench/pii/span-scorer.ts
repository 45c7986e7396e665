import { canonicalType } from './canonical-type';
import { cleanSpans, markSpans, spanKey, type Span } from './clean-spans';
import { figuresOf, newCounts, type SpanCounts, type SpanFigures } from './span-counts';

/** A record of a set. */
export interface GoldRecord {
  text: string;
  spans: readonly Span[];
  /** Types that were labelled; others are not scored on this record. */
  scope?: readonly string[];
}

/** Types that are labelled for information and not scored. */
const ASIDE: ReadonlySet<string> = new Set(
  'LOCATION ORGANIZATION DATE_TIME AGE NRP TITLE POSTCODE PASSPORT_DETAILS ORG_ID ORG_INN ABA_ROUTING US_NPI ANY'.split(
    ' ',
  ),
);
/** Types whose prediction inside an ignored span is not a false alarm. */
const neutral: Readonly<Record<string, ReadonlySet<string> | 'all'>> = {
  LOCATION: new Set(['ADDRESS']),
  POSTCODE: new Set(['ADDRESS']),
  TITLE: new Set(['PERSON']),
  PASSPORT_DETAILS: 'all',
  ORG_ID: 'all',
  ORG_INN: 'all',
  ABA_ROUTING: 'all',
  US_NPI: 'all',
  ANY: 'all',
};
/** White space and tokens as Python's `re` and `isspace` see them, so that figures are comparable. */
const SPACES = String.raw`\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`;
const WORD = String.raw`[\p{L}\p{Nl}\p{No}]+`;
const BLANK = new RegExp(`[${SPACES}]`);
const TOKEN = new RegExp(
  [`${WORD}(?:-${WORD})*`, String.raw`\p{Nd}+`, String.raw`[^\p{L}\p{N}_${SPACES}]`, '_'].join('|'),
  'gu',
);
const ALL = 'ALL';

/** One record prepared for counting: per layer, one byte for each code unit. */
interface Layers {
  text: string;
  ink: Uint8Array;
  gold: readonly Span[];
  predicted: readonly Span[];
  goldMarks: Uint8Array;
  hidden: Uint8Array;
  /** Spans in which a prediction of a type is ignored. */
  freeFor(type: string): Uint8Array;
}

/**
 * Scores spans as the scorer of the sets does: strict (same start, end and type), by tokens (inside or outside, as
 * naeval counts), and the leak: the share of the characters that no prediction of any type hides.
 */
export class SpanScorer {
  readonly #counts = new Map<string, SpanCounts>();

  add(record: GoldRecord, found: readonly Span[]): void {
    const layers = layOut(record, found);
    const types = new Set([...layers.gold, ...layers.predicted].map(({ type }) => type));
    for (const type of types) countType(this.#countsOf(type), layers, type);
    countAll(this.#countsOf(ALL), layers);
  }

  /** The figures of each type that occurs, and of `ALL`. */
  figures(): Map<string, SpanFigures> {
    return new Map([...this.#counts].map(([type, counts]) => [type, figuresOf(counts)]));
  }

  #countsOf(type: string): SpanCounts {
    const known = this.#counts.get(type) ?? newCounts();
    this.#counts.set(type, known);
    return known;
  }
}

function layOut({ text, spans, scope }: GoldRecord, found: readonly Span[]): Layers {
  const { length } = text;
  const all = cleanSpans(spans, length);
  const predictions = cleanSpans(found, length);
  const judged = scope && scope.length > 0 ? new Set(scope.map(canonicalType)) : null;
  const isAsked = ({ type }: Span): boolean => !ASIDE.has(type) && (judged === null || judged.has(type));
  const gold = all.filter(isAsked);
  const goldMarks = markSpans(gold, length);
  const aside = all.filter(({ type }) => ASIDE.has(type));
  const freeFor = (type: string): Uint8Array =>
    markSpans(
      aside.filter((span) => isNeutral(span.type, type)),
      length,
    );
  const predicted = predictions
    .filter(isAsked)
    .filter((span) => has(goldMarks, span) || !has(freeFor(span.type), span));
  const ink = Uint8Array.from({ length }, (_, at) => (BLANK.test(text.charAt(at)) ? 0 : 1));
  return { text, ink, gold, predicted, goldMarks, hidden: markSpans(predictions, length), freeFor };
}

function isNeutral(aside: string, type: string): boolean {
  const allowed = neutral[aside];
  return allowed === 'all' || (allowed?.has(type) ?? false);
}

function has(marks: Uint8Array, { start, end }: Span): boolean {
  return marks.subarray(start, end).includes(1);
}

function countType(counts: SpanCounts, layers: Layers, type: string): void {
  const gold = layers.gold.filter((span) => span.type === type);
  const predicted = layers.predicted.filter((span) => span.type === type);
  countSpans(counts, gold, predicted);
  const goldMarks = markSpans(gold, layers.text.length);
  countHidden(counts, layers, goldMarks);
  const predictedMarks = markSpans(predicted, layers.text.length);
  const free = layers.freeFor(type);
  for (const { index } of layers.text.matchAll(TOKEN)) {
    const isGold = goldMarks[index] === 1;
    if (free[index] && !isGold) continue;
    const isPredicted = predictedMarks[index] === 1;
    if (isGold && isPredicted) counts.rightTokens += 1;
    if (isGold) counts.goldTokens += 1;
    if (isPredicted) counts.predictedTokens += 1;
  }
}

function countAll(counts: SpanCounts, layers: Layers): void {
  countSpans(counts, layers.gold, layers.predicted);
  countHidden(counts, layers, layers.goldMarks);
  if (layers.gold.length > 0) return;
  counts.cleanRecords += 1;
  if (layers.predicted.length > 0) counts.falseAlarms += 1;
}

function countSpans(counts: SpanCounts, gold: readonly Span[], predicted: readonly Span[]): void {
  const keys = new Set(predicted.map(spanKey));
  counts.gold += gold.length;
  counts.predicted += predicted.length;
  counts.right += gold.filter((span) => keys.has(spanKey(span))).length;
}

function countHidden(counts: SpanCounts, { ink, hidden }: Layers, goldMarks: Uint8Array): void {
  for (let at = 0; at < ink.length; at += 1) {
    if (!ink[at] || !goldMarks[at]) continue;
    counts.goldChars += 1;
    counts.hiddenChars += hidden[at] ?? 0;
  }
}
