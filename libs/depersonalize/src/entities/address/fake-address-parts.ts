import { lazy } from '../../text/lazy';
import { alternatives, wordLists } from '../../text/word-lists';

const oneOf = alternatives('address');

export type AddressNameKind = 'street' | 'town' | 'region';

/** A name in an address: of one or more words. */
export interface AddressName {
  kind: AddressNameKind;
  /** Index of its last token. */
  last: number;
  /** «бульвар», «переулок» beside it. */
  isMasculine: boolean;
}

const masculine = new RegExp(`^${oneOf('masculine-streets')}$`, 'iu');

/** The name that begins at a token; null when none does. */
export function addressNameAt(
  written: string,
  tokens: readonly AddressToken[],
  from: number,
): AddressName | null {
  const token = tokens[from];
  const isName = token?.kind === 'name' || (token?.kind === 'number' && opensName(written, tokens, from));
  if (!isName) return null;
  const last = lastOfName(written, tokens, from);
  const isMasculine = [tokens[from - 1], tokens[last + 1]].some(
    (one) => one !== undefined && masculine.test(one.text),
  );
  return { kind: kindOf(written, tokens, { from, to: last }), last, isMasculine };
}

/** «ул. 8 Марта», «ул. 50 лет Октября» */
function opensName(written: string, tokens: readonly AddressToken[], at: number): boolean {
  const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (before?.kind !== 'street' || !token || !next || !/^\d+$/.test(token.text)) return false;
  const isNear = (gap: string): boolean => /^\.?[ \u00a0]?$/u.test(gap);
  if (!isNear(written.slice(before.end, token.start)) || written.slice(token.end, next.start).trim() !== '')
    return false;
  return next.kind === 'name' || /^(?:лет|года)$/iu.test(next.text);
}

function lastOfName(written: string, tokens: readonly AddressToken[], from: number): number {
  let last = from;
  for (let next = from + 1; next < tokens.length; next += 1) {
    const [here, there] = [tokens[last], tokens[next]];
    if (
      !here ||
      !there ||
      !continuesName(there) ||
      !/^[ \u00a0]$/u.test(written.slice(here.end, there.start))
    )
      break;
    // “Springfield IL”: the state is a name of its own.
    if (/^[A-Z]{2}$/.test(there.text)) break;
    last = next;
  }
  return last;
}

function continuesName({ kind, text }: AddressToken): boolean {
  return kind === 'name' || /^(?:лет|года)$/iu.test(text);
}

/** By the word right before or behind the name, else by the number beside it. */
function kindOf(
  written: string,
  tokens: readonly AddressToken[],
  { from, to }: { from: number; to: number },
): AddressNameKind {
  const first = tokens[from];
  const before = isNear(written, tokens[from - 1], first) ? tokens[from - 1] : undefined;
  const after = tokens[to + 1];
  const named = [isNear(written, tokens[to], after) ? after : undefined, before].find(saysKind);
  if (named) return named.kind as AddressNameKind;
  if (first && isHouse(after) && !/^[A-Z]{2}$/.test(first.text)) return 'street';
  return before?.kind === 'number' && !/[а-яё]/iu.test(written) ? 'street' : 'town';
}

function saysKind(token: AddressToken | undefined): token is AddressToken {
  return token !== undefined && ['street', 'town', 'region'].includes(token.kind);
}

/** “10 Downing”, «Мира 5», «Мира, д. 5»; a number of five digits and more is a postcode. */
function isHouse(token: AddressToken | undefined): boolean {
  return token?.kind === 'part' || (token?.kind === 'number' && token.text.length < 5);
}

function isNear(written: string, left: AddressToken | undefined, right: AddressToken | undefined): boolean {
  return left !== undefined && right !== undefined && !/[,;\n]/.test(written.slice(left.end, right.start));
}

/** A run of letters or of digits in an address, with what it means. */
interface AddressToken {
  text: string;
  start: number;
  end: number;
  kind: AddressWord | 'plain' | 'name' | 'number';
}

/** Split an address into what it is made of. */
export function readAddressTokens(written: string): AddressToken[] {
  // A postcode of Britain, a number with its letters («12А», «3-я», “21st”), a word.
  const pattern = /\d+(?:-?\p{L}{1,2}(?![\p{L}\d]))?|\p{L}+(?:[-'’]\p{L}+)*/gu;
  const hasCapitals = /[A-Z][a-z]/.test(written);
  return [...written.matchAll(pattern)].map(({ 0: text, index: start }) => {
    const isNumber = /^\d/.test(text) || isPostcodePart(written, text, start);
    // “the corner of 5 Oak Street and …”: small words among names are none.
    const isSmall = hasCapitals && /^[a-z]+$/.test(text);
    const kind = isNumber ? 'number' : (addressWord(text) ?? (isSmall ? 'plain' : 'name'));
    return { text, start, end: start + text.length, kind: isLoneLetter(text, kind) ? 'number' : kind };
  });
}

/** «д. 5 А», “Apt B” */
function isLoneLetter(text: string, kind: string): boolean {
  return kind === 'name' && text.length === 1;
}

function isPostcodePart(written: string, text: string, start: number): boolean {
  return /^[A-Z]{1,2}$/.test(text) && /\d/.test(written[start + text.length] ?? written[start - 1] ?? '');
}

/** What a word of an address says about the name beside it; `'part'`: about the number behind it. */
type AddressWord = 'street' | 'town' | 'region' | 'part';

const byWord = lazy((): ReadonlyMap<string, AddressWord | 'plain'> => {
  const kinds = ['street', 'town', 'region', 'part', 'plain'] as const;
  const lists = wordLists('address/kept-words', kinds);
  return new Map(kinds.flatMap((kind) => lists[kind].map((word) => [word, kind] as const)));
});

/** What a word of an address is; undefined: a name. */
function addressWord(word: string): AddressWord | 'plain' | undefined {
  return byWord().get(word.toLowerCase().replaceAll('ё', 'е')) ?? byWord().get(word.toLowerCase());
}
