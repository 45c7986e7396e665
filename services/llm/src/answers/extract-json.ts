const FENCE = '```';
/** Opening brackets tried in an answer with prose around the JSON; bounds the work on a megabyte of brackets. */
const OPENERS_MAX = 50;
/** Characters scanned for closing brackets, as a multiple of the length of the answer. */
const SCANS_MAX = 3;
/** Nesting depth that the schema checker supports; deeper values take long to parse. */
const DEPTH_MAX = 64;
/** Candidates returned; the caller validates them in order until one is valid. */
const VALUES_MAX = 5;

interface ParsedJson {
  value: unknown;
  length: number;
}

/**
 * Extracts the JSON values of an answer, most likely first: the whole answer; else its fenced code blocks, in order; else values
 * inside its prose, the longest first. For a tool call its arguments are added. Empty when there is no JSON; invalid JSON
 * is not repaired.
 */
export function extractJson(answer: string): unknown[] {
  const text = answer.replace(/^\uFEFF/, '').trim();
  const whole = tryParse(text);
  const found = whole ? [whole] : [...parseFencedBlocks(text), ...findInProse(text)];
  return found.flatMap(({ value }) => [value, ...argumentsOf(value)]).slice(0, VALUES_MAX);
}

function parseFencedBlocks(text: string): ParsedJson[] {
  // Splitting at fences alternates prose and blocks: every second part is a block.
  const parts = text.split(FENCE, OPENERS_MAX * 2).filter((_, index) => index % 2 === 1);
  const values = parts.map((block) => tryParse(block.replace(/^\w*\s/, '')));
  return values.filter((found) => found !== null);
}

function findInProse(text: string): ParsedJson[] {
  const found: ParsedJson[] = [];
  const opener = /[{[]/g;
  let left = text.length * SCANS_MAX;
  let from = 0;
  for (let tried = 0; tried < OPENERS_MAX && left > 0; tried += 1) {
    opener.lastIndex = from;
    const start = opener.exec(text)?.index;
    if (start === undefined) break;
    const { end } = scanBrackets(text, start);
    left -= (end ?? text.length) - start;
    const parsed = end === null ? null : tryParse(text.slice(start, end));
    if (parsed) found.push(parsed);
    from = parsed && end !== null ? end : start + 1;
  }
  return found.sort((a, b) => b.length - a.length);
}

/** `{"name": "answer", "arguments": {…}}`: models trained on tool calls may write a call as text. */
function argumentsOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const { name, arguments: given, parameters } = value as Record<string, unknown>;
  const inner = given ?? parameters;
  if (typeof name !== 'string' || inner === undefined) return [];
  if (typeof inner !== 'string') return [inner];
  const parsed = tryParse(inner);
  return parsed ? [parsed.value] : [];
}

interface Brackets {
  /** Offset after the closing bracket, ignoring brackets inside strings; null when unclosed or nested too deep. */
  end: number | null;
  isTooDeep: boolean;
}

function scanBrackets(text: string, start: number): Brackets {
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
    if (depth > DEPTH_MAX) return { end: null, isTooDeep: true };
    if (depth === 0 && !inString) return { end: i + 1, isTooDeep: false };
  }
  return { end: null, isTooDeep: false };
}

function tryParse(text: string): ParsedJson | null {
  if (/^\s*[{[]/.test(text) && scanBrackets(text.trimStart(), 0).isTooDeep) return null;
  try {
    return { value: JSON.parse(text) as unknown, length: text.length };
  } catch {
    return null;
  }
}
