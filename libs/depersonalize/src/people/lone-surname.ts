import { roleWords, speechVerbs } from '../lexicon/ordinary-words';
import type { TextDocument } from '../text-document';
import type { Stretch } from './find-russian-people';
import type { NamePart } from './name-part';
import { isAdjective, isDistinctive, readSurname } from './surname-forms';

const fieldWords = new Set('фамилия имя отчество фио зовут имени name last_name first_name'.split(' '));
/** Prepositions of place, which a name seldom follows, and those that never govern the nominative. */
const placeWords = new Set('в во на из изо под над через около возле вокруг близ'.split(' '));
const ROLE_REACH = 5;

/** No first name beside it: what stands before or after must make a name of a capitalised word or two. */
export function loneSurname(
  document: TextDocument,
  parts: readonly NamePart[],
  opens: boolean,
): Stretch | null {
  if (parts.length > 3 || parts.some(({ kind }) => kind === 'initial')) return null;
  // The first word of a sentence may be any word: «Вечером Кузнецов позвонил».
  const from = opens && parts.length === 2 && parts[0]?.kind === 'unknown' ? 1 : 0;
  const first = parts[from];
  const last = parts[parts.length - 1];
  if (!first || !last) return null;
  const score = judge(document, { first, last, opens: opens && from === 0, count: parts.length - from });
  return score > 0 ? { from, to: parts.length - 1, score } : null;
}

interface Lone {
  first: NamePart;
  last: NamePart;
  opens: boolean;
  count: number;
}

function judge(document: TextDocument, { first, last, opens, count }: Lone): number {
  if (isDescription(document, last)) return 0;
  if (followsRole(document, first.word.index)) return 0.75;
  const isFamilyName = last.kind === 'surname';
  if (precedesSpeech(document, last.word.index)) return opens && !isFamilyName ? 0.55 : 0.65;
  const isPair = count === 2 && !opens && first.word.shape === 'title';
  if (isPair && isNearRole(document, first.word.index)) return 0.6;
  return isFamilyName && count <= 2 && first.word.shape !== 'caps' && standsAsName(document, first, opens)
    ? 0.6
    : 0;
}

function standsAsName(document: TextDocument, first: NamePart, opens: boolean): boolean {
  return opens ? isDistinctive(first.word.folded) : !isPlaceOrTitle(document, first);
}

const verbEnding = /(?:л|ла|ли|лся|лась|лись|ет|ит|ют|ят|ется|ится)$/u;
const linkWords = new Set(
  'и а но с со в во на к ко по о об за от не у из для до при под уже еще тоже'.split(' '),
);

/** «Мариинского театра»: an adjective with its noun behind it. */
function isDescription({ text, words }: TextDocument, { word }: NamePart): boolean {
  const next = words[word.index + 1];
  if (!isAdjective(word.folded) || !next || text.slice(word.end, next.start) !== ' ') return false;
  return next.shape !== 'lower' || (!verbEnding.test(next.folded) && !linkWords.has(next.folded));
}

/** «в Таллине», «из Нидерландов», «„Спартака“». */
function isPlaceOrTitle({ text, words }: TextDocument, { word }: NamePart): boolean {
  const before = words[word.index - 1];
  if (
    before?.script === 'cyrillic' &&
    placeWords.has(before.folded) &&
    text.slice(before.end, word.start) === ' '
  ) {
    return true;
  }
  if (/[«“"„]/.test(text[word.start - 1] ?? '') && /[»”"“]/.test(text[word.end] ?? '')) return true;
  return readSurname(word.folded)?.endings.length === 0 && text[word.start - 1] === '«';
}

function followsRole({ text, words }: TextDocument, index: number): boolean {
  const before = words[index - 1];
  const word = words[index];
  if (!before || !word) return false;
  const gap = text.slice(before.end, word.start);
  if (roleWords.has(before.folded)) return gap === ' ' || gap === '\u00a0' || gap === '. ' || gap === ' — ';
  return fieldWords.has(before.folded) && gap.length <= 5 && /^["']?[ ]?[:=—-]?[ ]?["']?$/.test(gap);
}

function precedesSpeech({ text, words }: TextDocument, index: number): boolean {
  const word = words[index];
  const next = words[index + 1];
  return (
    word !== undefined &&
    next !== undefined &&
    speechVerbs.has(next.folded) &&
    text.slice(word.end, next.start) === ' '
  );
}

/** «шеф концерна Бернд Пишетсридер»: the role stands a few words before. */
function isNearRole({ text, words }: TextDocument, index: number): boolean {
  const word = words[index];
  for (let at = index - 1; at >= Math.max(0, index - ROLE_REACH); at -= 1) {
    const before = words[at];
    if (!before || !word || /[.!?;\n«»(]/.test(text.slice(before.end, words[at + 1]?.start))) return false;
    if (roleWords.has(before.folded)) return true;
  }
  return false;
}
