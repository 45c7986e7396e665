export interface ParsedAnswer {
  value: unknown;
}

/** Openers looked at in a chatty answer, so that a megabyte of brackets costs no more than a page. */
const OPENERS_MAX = 50;

/** The JSON value a model meant: the whole answer, a fenced block, or the longest one among its words; else null. */
export function parseAnswer(answer: string): ParsedAnswer | null {
  const text = answer.replace(/^\uFEFF/, '').trim();
  return tryParse(text) ?? parseFenced(text) ?? parseLongest(text);
}

function parseFenced(text: string): ParsedAnswer | null {
  // Between two fences lies a block, and after a block comes prose: every second part.
  const blocks = text.split('```').filter((_, index) => index % 2 === 1);
  for (const block of blocks) {
    const parsed = tryParse(block.replace(/^\w*\s/, ''));
    if (parsed) return parsed;
  }
  return null;
}

function parseLongest(text: string): ParsedAnswer | null {
  let longest: { length: number; parsed: ParsedAnswer } | null = null;
  let from = 0;
  for (let looked = 0; looked < OPENERS_MAX; looked += 1) {
    const start = text.slice(from).search(/[{[]/) + from;
    if (start < from) break;
    const end = endOfBrackets(text, start);
    const parsed = end === null ? null : tryParse(text.slice(start, end));
    if (parsed && end !== null && end - start > (longest?.length ?? 0))
      longest = { length: end - start, parsed };
    from = parsed && end !== null ? end : start + 1;
  }
  return longest?.parsed ?? null;
}

/** Where the bracket at `start` is closed, brackets inside strings not counted; null when it never is. */
function endOfBrackets(text: string, start: number): number | null {
  let depth = 0;
  let inString = false;
  for (let i = start; i < text.length; i += 1) {
    const char = text[i];
    if (inString) {
      if (char === '\\') i += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    if (depth === 0) return i + 1;
  }
  return null;
}

function tryParse(text: string): ParsedAnswer | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}
