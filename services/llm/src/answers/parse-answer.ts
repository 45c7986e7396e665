const FENCE = '```';
/** Openers looked at in a chatty answer, so that a megabyte of brackets costs no more than a page. */
const OPENERS_MAX = 50;
/** How often the length of an answer may be read in search of brackets that close. */
const READINGS_MAX = 3;
/** As deep as the checker of schemas goes; a parser takes long over what is much deeper. */
const DEPTH_MAX = 64;
/** Values offered; each is validated until one fits. */
const VALUES_MAX = 5;

interface Found {
  value: unknown;
  length: number;
}

/**
 * The JSON values a model may have meant, likeliest first: the whole answer; else what stands in its fences, in order;
 * else those among its words, the longest first; of a call of a tool the
 * arguments, too. Empty when there is no JSON. What is not JSON as it stands is nobody's to mend.
 */
export function parseAnswer(answer: string): unknown[] {
  const text = answer.replace(/^\uFEFF/, '').trim();
  const whole = tryParse(text);
  const found = whole ? [whole] : [...fencedIn(text), ...amongWords(text)];
  return found.flatMap(({ value }) => [value, ...argumentsOf(value)]).slice(0, VALUES_MAX);
}

function fencedIn(text: string): Found[] {
  // Between two fences lies a block, and after a block comes prose: every second part.
  const parts = text.split(FENCE, OPENERS_MAX * 2).filter((_, index) => index % 2 === 1);
  const values = parts.map((block) => tryParse(block.replace(/^\w*\s/, '')));
  return values.filter((found) => found !== null);
}

function amongWords(text: string): Found[] {
  const found: Found[] = [];
  const opener = /[{[]/g;
  let left = text.length * READINGS_MAX;
  let from = 0;
  for (let looked = 0; looked < OPENERS_MAX && left > 0; looked += 1) {
    opener.lastIndex = from;
    const start = opener.exec(text)?.index;
    if (start === undefined) break;
    const { end } = readBrackets(text, start);
    left -= (end ?? text.length) - start;
    const parsed = end === null ? null : tryParse(text.slice(start, end));
    if (parsed) found.push(parsed);
    from = parsed && end !== null ? end : start + 1;
  }
  return found.sort((a, b) => b.length - a.length);
}

/** `{"name": "answer", "arguments": {…}}`: models that were trained on tools write their calls so. */
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
  /** Where the first one is closed, brackets inside strings not counted; null when it never is, or too deep inside. */
  end: number | null;
  isTooDeep: boolean;
}

function readBrackets(text: string, start: number): Brackets {
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

function tryParse(text: string): Found | null {
  if (/^\s*[{[]/.test(text) && readBrackets(text.trimStart(), 0).isTooDeep) return null;
  try {
    return { value: JSON.parse(text) as unknown, length: text.length };
  } catch {
    return null;
  }
}
