export interface JsonShape {
  /** Deepest nesting of arrays and objects. */
  depth: number;
  /** How many members all objects have together. */
  keys: number;
  /** How many elements all arrays have together. */
  elements: number;
  /** How many elements the longest array has. */
  longestArray: number;
  /** Whether every bracket is closed; an unbalanced text is not valid JSON. */
  isBalanced: boolean;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Elements below this depth are not counted: callers reject such a depth. */
const DEPTH_COUNTED = 64;

/**
 * Measure JSON text in one pass without parsing it, because `JSON.parse` allocates the whole value and accepts nesting that
 * overflows the stack of recursive functions. The scan stops when there are more than `elementsMax` elements. For a text
 * that is not valid JSON the result is meaningless.
 */
export function scanJson(text: string, elementsMax: number): JsonShape {
  const arrays = new ArrayCounts();
  let open = 0;
  let depth = 0;
  let keys = 0;
  for (let at = 0; at < text.length && arrays.elements <= elementsMax; at += 1) {
    const unit = text.charCodeAt(at);
    switch (unit) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case COLON:
        keys += 1;
        break;
      case COMMA:
        arrays.comma(open);
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        open += 1;
        if (open > depth) depth = open;
        arrays.open(open, unit === OPEN_ARRAY && !isEmptyArray(text, at));
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        open -= 1;
        break;
      default:
    }
  }
  return { depth, keys, elements: arrays.elements, longestArray: arrays.longest, isBalanced: open === 0 };
}

/** Elements of the arrays that are open: one more than their commas. */
class ArrayCounts {
  elements = 0;
  longest = 0;
  /** By depth; 0 for an object and for an array without elements. */
  readonly #counts = new Int32Array(DEPTH_COUNTED + 1);

  open(depth: number, hasElements: boolean): void {
    if (depth > DEPTH_COUNTED) return;
    this.#counts[depth] = 0;
    if (hasElements) this.#add(depth, 1);
  }

  comma(depth: number): void {
    const count = this.#counts[depth] ?? 0;
    if (count > 0) this.#add(depth, count + 1);
  }

  #add(depth: number, count: number): void {
    this.#counts[depth] = count;
    this.elements += 1;
    if (count > this.longest) this.longest = count;
  }
}

function isEmptyArray(text: string, start: number): boolean {
  let at = start + 1;
  while (isBlank(text.charCodeAt(at))) at += 1;
  return text.charCodeAt(at) === CLOSE_ARRAY;
}

/** Whether a UTF-16 unit is JSON white space; false for NaN (past the end of the text). */
function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

/** Position of the quote that ends the string which begins at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
