import { lazy } from '../text/lazy';

/** A text as the search for markers reads it: look-alikes of ASCII are ASCII, what cannot be seen is gone. */
export interface FoldedText {
  text: string;
  /** Where a range of `text` lies in the text that was folded. */
  rangeOf(start: number, end: number): { start: number; end: number };
}

/** Soft hyphen, zero-width characters, marks of direction, variation selectors. */
const unseen = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe0e\ufe0f\ufeff]/;
const foldable = new RegExp(
  `${unseen.source}|[\\u00a0\\u2000-\\u200a\\u202f\\u205f\\u3000\\u2010-\\u2015\\u2212\\uff01-\\uff5e\\u3010\\u3011\\u3014\\u3015\\u27e6\\u27e7\\u301a\\u301b\\u0660-\\u0669\\u06f0-\\u06f9\\u0966-\\u096f]`,
);
const FULL_WIDTH_GAP = 0xfee0;
const digitZeros = [0x0660, 0x06f0, 0x0966];

/** What each foldable code unit stands for; `''` for what cannot be seen. Other units stand for themselves. */
const foldsOfUnits = lazy(() => {
  const folds = new Map<number, string>();
  for (let unit = 0; unit < 0x1_0000; unit += 1) {
    const char = String.fromCharCode(unit);
    if (foldable.test(char)) folds.set(unit, foldUnit(char, unit));
  }
  return folds;
});

function foldUnit(char: string, unit: number): string {
  if (unseen.test(char)) return '';
  if (/[\u2010-\u2015\u2212]/.test(char)) return '-';
  if (/[【〔⟦〚]/.test(char)) return '[';
  if (/[】〕⟧〛]/.test(char)) return ']';
  if (unit >= 0xff01 && unit <= 0xff5e) return String.fromCharCode(unit - FULL_WIDTH_GAP);
  const zero = digitZeros.find((first) => unit >= first && unit < first + 10);
  return zero === undefined ? ' ' : String(unit - zero);
}

/** Fold a text unit by unit, so that folding a part of it gives a part of the fold. Linear. */
export function foldSpelling(text: string): FoldedText {
  if (!foldable.test(text)) return { text, rangeOf: (start, end) => ({ start, end }) };
  const folds = foldsOfUnits();
  const offsets = new Uint32Array(text.length);
  const parts: string[] = [];
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const folded = folds.get(text.charCodeAt(at)) ?? text[at] ?? '';
    if (folded === '') continue;
    parts.push(folded);
    offsets[length] = at;
    length += 1;
  }
  const rangeOf: FoldedText['rangeOf'] = (start, end) => ({
    start: offsets[start] ?? text.length,
    end: (offsets[end - 1] ?? text.length - 1) + 1,
  });
  return { text: parts.join(''), rangeOf };
}
