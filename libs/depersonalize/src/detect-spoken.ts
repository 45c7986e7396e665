import type { Match } from './document/match';
import { type TextDocument, readDocument } from './document/text-document';
import type { Span } from './text/spans';
import { isCounting } from './text/spoken/digit-sequences';
import { readNumbers } from './text/spoken/read-numbers';
import { writeCodes } from './text/spoken/write-codes';
import { type NumberRewrite, writeNumbers } from './text/spoken/write-numbers';
import { WrittenText } from './text/spoken/written-text';
import { alternatives } from './text/word-lists';

const oneOf = alternatives('detect');

/** From so many digits a sequence may be somebody's number whatever is around. */
const DIGITS_MIN = 5;
/** How far around a number what it is may be told, in UTF-16 units. */
const BEFORE = 200;
const AFTER = 100;
const NEAR = 100;
/** Words of addresses and birthdays: beside them shorter numbers count. */
const placeOrBirth = new RegExp(`(?<!\\p{L})${oneOf('places-and-births')}`, 'iu');

/**
 * What is said in words («восемь девятьсот шестнадцать …», “born on the twelfth of March nineteen eighty four”): the
 * text around numbers in words is written in digits and read again. Linear.
 */
export function detectSpoken(
  document: TextDocument,
  detectIn: (written: TextDocument, about: { hasLongNumber: boolean }) => Match[],
): Match[] {
  const { text, vocabulary, language, sensitivity } = document;
  const numbers = readNumbers(document);
  if (numbers.length === 0) return [];
  const rewrites = writeCodes(document, writeNumbers(text, numbers));
  return windowsOf(text, rewrites).flatMap(({ span, inside, hasLongNumber }) => {
    const written = new WrittenText(text, span, inside);
    const dictation = {
      birthdays: written.rewritten.filter((_, i) => inside[i]?.isBirthday === true),
      counts: written.rewritten.filter((_, i) => inside[i] !== undefined && isCounting(inside[i].sequence)),
    };
    const rewritten = readDocument(written.text, vocabulary, { language, sensitivity, dictation });
    return detectIn(rewritten, { hasLongNumber }).flatMap((finding) => {
      const source = written.sourceOf(finding);
      return source === null ? [] : [{ ...finding, ...source }];
    });
  });
}

interface Window {
  span: Span;
  inside: NumberRewrite[];
  /** One of them may be somebody's whatever is around. */
  hasLongNumber: boolean;
}

/** The parts of a text around numbers that may be personal, cut at blanks. */
function windowsOf(text: string, rewrites: readonly NumberRewrite[]): Window[] {
  const windows: Window[] = [];
  for (const rewrite of rewrites) {
    if (!mayBePersonal(text, rewrite)) continue;
    const last = windows.at(-1);
    const start = blankBefore(text, rewrite.start - BEFORE);
    const end = blankAfter(text, rewrite.end + AFTER);
    if (last !== undefined && start <= last.span.end) last.span.end = end;
    else windows.push({ span: { start, end }, inside: [], hasLongNumber: false });
  }
  let next = 0;
  return windows.map(({ span, inside }) => {
    while ((rewrites[next]?.start ?? Infinity) < span.start) next += 1;
    for (
      let rewrite = rewrites[next];
      rewrite !== undefined && rewrite.end <= span.end;
      rewrite = rewrites[next]
    ) {
      inside.push(rewrite);
      next += 1;
    }
    return { span, inside, hasLongNumber: inside.some(({ written }) => written.length >= DIGITS_MIN) };
  });
}

function mayBePersonal(text: string, { start, end, written }: NumberRewrite): boolean {
  if (written.length >= DIGITS_MIN) return true;
  return placeOrBirth.test(text.slice(Math.max(0, start - NEAR), end + NEAR));
}

const CUT = 24;

function blankBefore(text: string, offset: number): number {
  const from = Math.max(0, offset);
  for (let at = from; at > Math.max(0, from - CUT); at -= 1) if (/\s/.test(text.charAt(at - 1))) return at;
  return from;
}

function blankAfter(text: string, offset: number): number {
  for (let at = offset; at < Math.min(text.length, offset + CUT); at += 1)
    if (/\s/.test(text.charAt(at))) return at;
  return Math.min(text.length, offset);
}
