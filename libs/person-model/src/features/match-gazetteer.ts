import { columnAt, type TokenColumns } from './columns';
import { addUnit, emptyHash, type WordHash, type WordLookup } from '../text/word-table';
import { shape } from '../text/word-reader';

/** The longest name in the gazetteer, in tokens; a mark within a name is one. */
const MOST_TOKENS = 6;
/** What a name may have between its words (“T.J. Maxx”, “Marks & Spencer”); a clitic has the shape of several marks. */
const marksInNames: ReadonlySet<number> = new Set([
  ...[...'.&-'].map((mark) => shape.singleMark + mark.charCodeAt(0)),
  shape.marks,
]);

/** Extend the hash of a name by one token. */
export function addToken(hash: WordHash, columns: TokenColumns, token: number): void {
  addUnit(hash, columns.get(columnAt.word, token));
}

/**
 * Describe the tokens of names of several words in the gazetteer, the longest at each word with a capital: which kind of
 * thing it names, and which token is the first. Linear.
 */
export function matchGazetteer(columns: TokenColumns, gazetteer: WordLookup): void {
  let token = 0;
  while (token < columns.count) {
    const { kind, end } = longestName(columns, { token, gazetteer });
    for (let at = token; at < end; at += 1)
      columns.set(columnAt.gazetteer, at, 2 * kind + (at === token ? 0 : 1));
    token = Math.max(end, token + 1);
  }
}

interface NamePlace {
  token: number;
  gazetteer: WordLookup;
}

const noName = { kind: 0, end: 0 };

function longestName(columns: TokenColumns, { token, gazetteer }: NamePlace): { kind: number; end: number } {
  if (!isCapitalized(columns, token)) return noName;
  const hash = { ...emptyHash };
  addToken(hash, columns, token);
  let longest = noName;
  const last = Math.min(token + MOST_TOKENS, columns.count) - 1;
  for (let next = token + 1; next <= last && continuesName(columns, next); next += 1) {
    addToken(hash, columns, next);
    const kind = gazetteer.get(hash);
    if (kind !== 0) longest = { kind, end: next + 1 };
  }
  return longest;
}

function isCapitalized(columns: TokenColumns, token: number): boolean {
  const written = columns.get(columnAt.shape, token);
  return columns.get(columnAt.isWord, token) === 1 && written !== shape.lower && written !== shape.letter;
}

function continuesName(columns: TokenColumns, token: number): boolean {
  return columns.get(columnAt.isWord, token) === 1 || marksInNames.has(columns.get(columnAt.shape, token));
}
