import {
  classesOf,
  columnAt,
  type DescribedText,
  script,
  shape,
  tokenKind,
  type TokenSpan,
  wordClasses,
} from '@medley/person-model';

/** Names of English text of which a neighbour is left out: “Ana” before “Lucía Ferreira”, “Thornton” behind “Marcus Adebayo”. */
export function widenName(
  described: DescribedText,
  { first, last, probability }: TokenSpan,
  taken: Readonly<Uint8Array>,
): TokenSpan {
  const { columns } = described;
  if (columns.get(columnAt.script, first) !== script.latin || first === last)
    return { first, last, probability };
  if (columns.get(columnAt.shape, last) !== shape.title) return { first, last, probability };
  const isFree = (token: number): boolean => !taken[token] && isNameWord(described, token);
  const before = isAdjacent(described, first - 1) && isFree(first - 1) && isGiven(described, first - 1);
  const behind = isAdjacent(described, last) && isFree(last + 1) && endsThere(described, last + 1);
  return { first: before ? first - 1 : first, last: behind ? last + 1 : last, probability };
}

/** One blank behind a token. */
function isAdjacent({ tokens }: DescribedText, token: number): boolean {
  return token >= 0 && (tokens.starts[token + 1] ?? 0) - (tokens.ends[token] ?? 0) === 1;
}

function isNameWord(described: DescribedText, token: number): boolean {
  const { columns, tokens } = described;
  if (tokens.kinds[token] !== tokenKind.word || columns.get(columnAt.shape, token) !== shape.title)
    return false;
  const classes = classesOf(described, token);
  const strange = wordClasses.veryFrequent | wordClasses.place | wordClasses.frequent;
  return (classes & wordClasses.name) !== 0 && (classes & strange) === 0;
}

function isGiven(described: DescribedText, token: number): boolean {
  return (
    (classesOf(described, token) & wordClasses.firstName) !== 0 &&
    described.columns.get(columnAt.opens, token) === 1
  );
}

/** No further capital behind it, as firms have. */
function endsThere({ columns }: DescribedText, token: number): boolean {
  const written = columns.get(columnAt.shape, token + 1);
  return written !== shape.title && written !== shape.caps && written !== shape.shortCaps;
}
