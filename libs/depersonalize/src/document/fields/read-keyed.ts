import { type Field, type FieldKind, type HeadReader, trimValue } from './field';
import { matchAt, textAfter } from '../../text/spans';

/** The longest key and what stands around it. */
const KEY_REACH = 64;
const VALUE_REACH = 160;
const KEY = '[\\p{L}_@][\\p{L}\\p{N}_.-]{0,40}';
/** `"login":`, `\"date of birth\":`, `login =`, `<login>` up to the sign. */
const quotedKey = /["']@?(?<key>[\p{L}_][\p{L}\p{N}_. -]{0,40})\\{0,3}["'] {0,3}$/u;
/** Matched backwards from the sign: tried from each letter before it, it was half of the time of reading fields. */
const bareKey = new RegExp(`(?<=(?<![\\p{L}\\p{N}_."'$/-])(?<key>${KEY})[ \\t]{0,12})`, 'uy');
const lineKey = new RegExp(`(?:^|\\n)[ \\t]{0,40}(?:- )?(?<key>${KEY})[ \\t]{0,12}$`, 'u');
const elementKey = /<(?:[\w-]{1,20}:)?(?<key>[\p{L}_][\p{L}\p{N}_.-]{0,40})(?: [^<>]{0,40})?$/u;

/** Of which paper the series is, a line above says. */
const seriesKey = /^серия$/iu;

const quotedValue = /^>?\s{0,12}(?:\[\s{0,12})?\\{0,3}(?:"[^"\\\n]{1,140}|'[^'\\\n]{1,140})/u;
const bareValue = /^[^\s&;,"'<>|()[\]{}]{1,80}/u;
const lineValue = /^[ \t]{0,12}[^\s"'{[#|>&*!][^\n#,{}[\]"]{0,100}/u;
const numberValue = /^ {0,3}\d[\d.-]{3,30}/u;
const plainValue = /^\S*$|^\P{L}*$/u;
const elementValue = /^[^<>\n]{1,140}(?=<\/)/u;

/** Values behind keys: JSON also escaped, YAML, INI, query strings, logs, attributes and elements of XML. */
export function readKeyed(text: string, heads: HeadReader): Field[] {
  const signs = text.includes('</') ? /[:=>]/g : /[:=]/g;
  const fields: Field[] = [];
  // Keys of a text are few, and named again and again.
  const kinds = new Map<string, FieldKind | null>();
  const kindOf = (key: string): FieldKind | null => {
    const kind = kinds.has(key) ? kinds.get(key) : heads.kindOf(key);
    kinds.set(key, kind ?? null);
    return kind ?? null;
  };
  for (let match = signs.exec(text); match !== null; match = signs.exec(text)) {
    const field = readValue(text, { sign: match[0], at: match.index, kindOf, heads });
    if (field !== null) fields.push(field);
  }
  return fields;
}

interface KeySign {
  sign: string;
  at: number;
  kindOf(key: string): FieldKind | null;
  heads: HeadReader;
}

function readValue(text: string, { sign, at, kindOf, heads }: KeySign): Field | null {
  const from = Math.max(0, at - KEY_REACH);
  const before = text.slice(from, at);
  if (!/[\p{L}\p{N}_"' \t]$/u.test(before)) return null;
  const found = keyBefore(before, { sign, isWhole: from === 0 });
  const kind = found === null ? null : kindOf(found.key);
  if (found === null || kind === null || seriesKey.test(found.key)) return null;
  const after = textAfter(text, at + 1, VALUE_REACH);
  const value = found.forms.map((form) => form.exec(after)?.[0]).find(Boolean);
  if (value === undefined) return null;
  const lead = /^[>[\s]*/u.exec(value)?.[0].length ?? 0;
  const span = trimValue(text, at + 1 + lead, at + 1 + value.length);
  if (span.end <= span.start) return null;
  // Of many words the labels among them say more.
  const isPlain = plainValue.test(text.slice(span.start, span.end));
  return { ...span, kind, label: isPlain ? heads.labelOf(kind) : null, isCell: false };
}

/** The key that ends at the sign, and how its value may be written. */
function keyBefore(
  before: string,
  { sign, isWhole }: { sign: string; isWhole: boolean },
): { key: string; forms: readonly RegExp[] } | null {
  const keyIn = (pattern: RegExp): string | null => pattern.exec(before)?.groups?.['key'] ?? null;
  if (sign === '>') {
    const key = keyIn(elementKey);
    return key === null ? null : { key, forms: [elementValue] };
  }
  const quoted = keyIn(quotedKey);
  if (quoted !== null) return { key: quoted, forms: [quotedValue, numberValue] };
  const line = isWhole || before.includes('\n') ? keyIn(lineKey) : null;
  if (line !== null) return { key: line, forms: [quotedValue, lineValue] };
  const bare = matchAt(bareKey, before, before.length)?.groups?.['key'] ?? null;
  if (bare === null) return null;
  return { key: bare, forms: sign === '=' ? [quotedValue, bareValue] : [quotedValue] };
}
