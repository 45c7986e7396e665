interface Group {
  /** Instructions of what stands before the last item. */
  before: number;
  /** Instructions of the last item, which a repetition multiplies. */
  last: number;
}

const REPETITION = /\{(\d{1,9})(?:,(\d{0,9}))?\}/y;
/** The beginning of a group: its name or its flags are no items. */
const OPENING = /\((?:\?(?:P?<\w{1,500}>|[a-zA-Z-]{0,20}:?))?/y;

/**
 * How many instructions a regular expression (RE2 syntax) compiles to at most, from its characters alone: compiling one
 * of 500 characters may take seconds. Counts characters without a meaning of their own too, so it may be too high.
 */
export function programSizeBound(regex: string): number {
  const open: Group[] = [{ before: 0, last: 0 }];
  for (let at = 0; at < regex.length;) {
    const group = open.at(-1) ?? { before: 0, last: 0 };
    const char = regex[at];
    if (char === '(') {
      OPENING.lastIndex = at;
      open.push({ before: 0, last: 0 });
      at += OPENING.exec(regex)?.[0].length ?? 1;
    } else if (char === ')') {
      if (open.length > 1) open.pop();
      add(open.at(-1) ?? group, group.before + group.last + 2);
      at += 1;
    } else if (char === '{') {
      at = repeat(regex, at, group);
    } else if (char === '*' || char === '+' || char === '?' || char === '|') {
      group.last += 2;
      at += 1;
    } else {
      at = readItem(regex, at, group);
    }
  }
  return open.reduce((sum, { before, last }) => sum + before + last, 2);
}

function add(group: Group, size: number): void {
  group.before += group.last;
  group.last = size;
}

/** A repetition writes its item out as often as it may occur. */
function repeat(regex: string, at: number, group: Group): number {
  REPETITION.lastIndex = at;
  const [written, min = '1', max = min] = REPETITION.exec(regex) ?? [];
  if (written === undefined) return readItem(regex, at, group);
  // Each optional one has an instruction more.
  const size = max === min ? group.last : group.last + 1;
  group.last = size * Math.max(Number(min), Number(max), 1) + 2;
  return at + written.length;
}

/** Skip one character, escape, quoted text or class. */
function readItem(regex: string, at: number, group: Group): number {
  if (regex.startsWith('\\Q', at)) {
    const end = regex.indexOf('\\E', at);
    const next = end < 0 ? regex.length : end + 2;
    add(group, next - at);
    add(group, 1);
    return next;
  }
  add(group, 1);
  if (regex[at] === '[') return classEnd(regex, at);
  if (regex[at] !== '\\') return at + 1;
  const named = /^\\[pPx]\{/.test(regex.slice(at, at + 3)) ? regex.indexOf('}', at) : -1;
  return named < 0 ? at + 2 : named + 1;
}

function classEnd(regex: string, start: number): number {
  let at = start + 1;
  if (regex[at] === '^') at += 1;
  if (regex[at] === ']') at += 1;
  while (at < regex.length && regex[at] !== ']') {
    if (regex[at] === '\\') at += 2;
    else if (regex.startsWith('[:', at) && regex.includes(':]', at)) at = regex.indexOf(':]', at) + 2;
    else at += 1;
  }
  return at + 1;
}
