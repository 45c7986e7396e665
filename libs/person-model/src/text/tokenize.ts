import { charClass, charClasses } from './char-classes';

/** What a token is; a clitic is the “'s” or “'ll” that an English word ends in. */
export const tokenKind = { mark: 0, word: 1, number: 2, lineEnd: 3, clitic: 4 } as const;

/** The tokens of a part of a text as columns of offsets into the whole text. */
export interface Tokens {
  count: number;
  starts: Int32Array;
  ends: Int32Array;
  kinds: Uint8Array;
}

const LINE_FEED = 0x0a;
const SINGLE_QUOTE = 0x27;
const APOSTROPHE = 0x2019;
const clitics = new Set(['s', 'S', 'll', 'm', 're', 've', 'd', 't']);
const LONGEST_CLITIC = 2;

/** Words, numbers, line ends and single other characters, in one linear pass. Blanks are between tokens. */
export function tokenize(text: string, from = 0, to = text.length): Tokens {
  const size = to - from;
  const tokens: Tokens = {
    count: 0,
    starts: new Int32Array(size),
    ends: new Int32Array(size),
    kinds: new Uint8Array(size),
  };
  let at = from;
  while (at < to) {
    const unit = text.charCodeAt(at);
    const kind = charClasses[unit] ?? 0;
    if (kind & charClass.letter) at = addWord(tokens, text, { start: at, to });
    else if (kind & charClass.digit)
      at = add(tokens, tokenKind.number, { start: at, end: numberEnd(text, at, to) });
    else if (unit === LINE_FEED) at = add(tokens, tokenKind.lineEnd, { start: at, end: at + 1 });
    else if (kind & charClass.space) at += 1;
    else at = add(tokens, tokenKind.mark, { start: at, end: Math.min(to, at + (isPair(text, at) ? 2 : 1)) });
  }
  return tokens;
}

function add(tokens: Tokens, kind: number, { start, end }: { start: number; end: number }): number {
  tokens.starts[tokens.count] = start;
  tokens.ends[tokens.count] = end;
  tokens.kinds[tokens.count] = kind;
  tokens.count += 1;
  return end;
}

function addWord(tokens: Tokens, text: string, { start, to }: { start: number; to: number }): number {
  let end = start;
  let lastApostrophe = -1;
  for (; end < to; end += 1) {
    const unit = text.charCodeAt(end);
    const kind = charClasses[unit] ?? 0;
    if (kind & (charClass.letter | charClass.mark)) continue;
    if (kind !== charClass.joiner || end + 1 >= to) break;
    // A joiner belongs to the word only between letters.
    if (((charClasses[text.charCodeAt(end + 1)] ?? 0) & (charClass.letter | charClass.mark)) === 0) break;
    if (unit === SINGLE_QUOTE || unit === APOSTROPHE) lastApostrophe = end;
  }
  const tail = end - lastApostrophe - 1;
  if (lastApostrophe > start && tail <= LONGEST_CLITIC && clitics.has(text.slice(lastApostrophe + 1, end))) {
    add(tokens, tokenKind.word, { start, end: lastApostrophe });
    return add(tokens, tokenKind.clitic, { start: lastApostrophe, end });
  }
  return add(tokens, tokenKind.word, { start, end });
}

function numberEnd(text: string, start: number, to: number): number {
  let end = start + 1;
  while (end < to && (charClasses[text.charCodeAt(end)] ?? 0) & charClass.digit) end += 1;
  return end;
}

function isPair(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff;
}
