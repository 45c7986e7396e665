import { fold } from '../text/split-words';

interface Node {
  next: Map<number, Node>;
  /** Where to go on when no next character fits: the longest end of this that begins a text too. */
  fallback: Node | null;
  /** The nearest node along the fallbacks at which a text ends. */
  shorter: Node | null;
  /** Index of the text that ends here; the first one of equal texts. */
  text: number | null;
  /** Characters of a text that ends here. */
  depth: number;
}

/** A text of a list, found: which one and where, in UTF-16 offsets. */
export interface FoundText {
  index: number;
  start: number;
  end: number;
}

/**
 * Finds all texts of a list at once (Aho–Corasick), as whole words, without regard to case, ё and white space. Linear in
 * text and list, however the texts overlap, as long as at most `foundMax` are found.
 */
export class TextTrie {
  readonly #root = newNode(0);

  constructor(texts: readonly string[]) {
    texts.forEach((text, index) => this.#add(foldValue(text).characters, index));
    this.#link();
  }

  /** The occurrences that are whole words; null when there are more than `foundMax`. */
  find(text: string, foundMax: number): FoundText[] | null {
    const { characters, starts, ends } = foldValue(text);
    const found: FoundText[] = [];
    let node = this.#root;
    for (let at = 0; at < characters.length; at += 1) {
      node = this.#step(node, characters.charCodeAt(at));
      const longest = node.text === null ? node.shorter : node;
      if (!longest || joinsWord(characters, at + 1)) continue;
      for (let end: Node | null = longest; end; end = end.shorter) {
        const first = at - end.depth + 1;
        if (end.text === null || joinsWord(characters, first)) continue;
        if (found.length >= foundMax) return null;
        found.push({ index: end.text, start: starts[first] ?? 0, end: ends[at] ?? 0 });
        // A shorter text that ends here lies inside this one.
        break;
      }
    }
    return found;
  }

  #add(characters: string, index: number): void {
    if (characters === '') return;
    let node = this.#root;
    for (let at = 0; at < characters.length; at += 1) {
      const unit = characters.charCodeAt(at);
      const next = node.next.get(unit) ?? newNode(node.depth + 1);
      node.next.set(unit, next);
      node = next;
    }
    node.text ??= index;
  }

  /** Breadth-first, so that the fallback of a node is complete before its children need it. */
  #link(): void {
    const queue = [this.#root];
    for (const node of queue) {
      for (const [unit, child] of node.next) {
        const fallback = node.fallback ? this.#step(node.fallback, unit) : this.#root;
        child.fallback = fallback;
        child.shorter = fallback.text === null ? fallback.shorter : fallback;
        queue.push(child);
      }
    }
  }

  #step(from: Node, unit: number): Node {
    for (let node: Node | null = from; node; node = node.fallback) {
      const next = node.next.get(unit);
      if (next) return next;
    }
    return this.#root;
  }
}

function newNode(depth: number): Node {
  return { next: new Map(), fallback: null, shorter: null, text: null, depth };
}

const wordChar = /[\p{L}\p{M}\p{N}_]/u;

/** Whether a word goes on across a place, so that nothing that begins or ends there is a whole word. */
function joinsWord(characters: string, at: number): boolean {
  return wordChar.test(codePointBefore(characters, at)) && wordChar.test(codePointAt(characters, at));
}

function codePointAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0x20);
}

function codePointBefore(text: string, at: number): string {
  const isPair = at > 1 && /[\udc00-\udfff]/.test(text[at - 1] ?? '');
  return at === 0 ? ' ' : codePointAt(text, isPair ? at - 2 : at - 1);
}

/** A text as lists of values compare it, with the UTF-16 offset in the text at which each unit begins and ends. */
interface FoldedValue {
  characters: string;
  starts: readonly number[];
  ends: readonly number[];
}

/** Lower case, ё as е, a run of white space as one blank, none at the ends. By code point, so that parts fold alike. */
export function foldValue(text: string): FoldedValue {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let offset = 0;
  for (const char of text.toWellFormed()) {
    const isBlank = /\s/u.test(char);
    if (!isBlank || (parts.length > 0 && parts.at(-1) !== ' ')) {
      for (const unit of isBlank ? ' ' : fold(char)) {
        for (const half of unit.split('')) {
          parts.push(half);
          starts.push(offset);
          ends.push(offset + char.length);
        }
      }
    }
    offset += char.length;
  }
  if (parts.at(-1) === ' ') parts.pop();
  return { characters: parts.join(''), starts, ends };
}
