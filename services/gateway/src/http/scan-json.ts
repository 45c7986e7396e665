export interface JsonShape {
  /** Deepest nesting of arrays and objects. */
  depth: number;
  /** How many members all objects have together. */
  keys: number;
  /** Whether every bracket is closed; a text that is not balanced is no JSON, however deep. */
  isBalanced: boolean;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Measure JSON text in one pass without parsing it: `JSON.parse` takes nesting that later overflows the stack of
 * whoever walks the result.
 */
export function scanJson(text: string): JsonShape {
  let open = 0;
  let depth = 0;
  let keys = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case COLON:
        keys += 1;
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        open += 1;
        if (open > depth) depth = open;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        open -= 1;
        break;
      default:
    }
  }
  return { depth, keys, isBalanced: open === 0 };
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
