/**
 * The first letters of everything that a pattern may match, for an index that is asked before the pattern is: at most
 * `length` of them, less where the pattern ends or leaves the letters open earlier. The source may have literals,
 * classes of single characters, groups without a name, `?` and `{m,n}`; what goes beyond ends a beginning.
 */
export function beginningsOf(source: string, length: number): ReadonlySet<string> {
  const reader = { source, at: 0 };
  return new Set([...readAlternatives(reader, length)].map(({ text }) => text));
}

interface Beginning {
  text: string;
  /** Nothing further of the pattern is known. */
  isClosed: boolean;
}

interface Reader {
  source: string;
  at: number;
}

const START: readonly Beginning[] = [{ text: '', isClosed: false }];

function readAlternatives(reader: Reader, length: number): Beginning[] {
  const all: Beginning[] = [];
  for (;;) {
    all.push(...readSequence(reader, length));
    if (reader.source.charAt(reader.at) !== '|') return unique(all);
    reader.at += 1;
  }
}

function readSequence(reader: Reader, length: number): Beginning[] {
  let all: Beginning[] = [...START];
  while (reader.at < reader.source.length && !'|)'.includes(reader.source.charAt(reader.at))) {
    const next = readAtom(reader, length);
    const isOptional = readQuantifier(reader);
    const following = isOptional ? [...START, ...next] : next;
    all = unique(all.flatMap((one) => append(one, following, length)));
  }
  return all;
}

function append(one: Beginning, following: readonly Beginning[], length: number): Beginning[] {
  if (one.isClosed || one.text.length >= length) return [{ ...one, isClosed: true }];
  return following.map(({ text, isClosed }) => ({ text: (one.text + text).slice(0, length), isClosed }));
}

function readAtom(reader: Reader, length: number): Beginning[] {
  const { source } = reader;
  const sign = source.charAt(reader.at);
  if (source.startsWith('(?:', reader.at)) {
    reader.at += 3;
    const inside = readAlternatives(reader, length);
    reader.at += 1;
    return inside;
  }
  if (sign === '[') {
    const end = source.indexOf(']', reader.at);
    const signs = source.slice(reader.at + 1, end);
    reader.at = end + 1;
    const isOpen = /[-^\\]/.test(signs.slice(0, -1)) || signs.includes('\\');
    return isOpen ? [{ text: '', isClosed: true }] : [...signs].map((text) => ({ text, isClosed: false }));
  }
  const isEscape = sign === '\\';
  reader.at += isEscape ? 2 : 1;
  const text = isEscape ? source.charAt(reader.at - 1) : sign;
  const isOpen = sign === '(' || sign === '.' || (isEscape && /[a-zA-Z]/.test(text));
  return [{ text: isOpen ? '' : text, isClosed: isOpen }];
}

/** Reads `?` or `{m,n}`, lazy or not; whether what stands before may be absent. What is repeated is not followed further. */
function readQuantifier(reader: Reader): boolean {
  const quantifier = /^(?:\?|\{(\d+)(?:,\d*)?\})\??/.exec(reader.source.slice(reader.at, reader.at + 8));
  if (quantifier === null) return false;
  reader.at += quantifier[0].length;
  return quantifier[1] === undefined || quantifier[1] === '0';
}

function unique(all: readonly Beginning[]): Beginning[] {
  return [...new Map(all.map((one) => [`${one.text}${one.isClosed ? '' : '…'}`, one])).values()];
}
