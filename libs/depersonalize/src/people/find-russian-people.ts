import type { Finding } from '../detector';
import { roleWords } from '../lexicon/ordinary-words';
import type { TextDocument } from '../text-document';
import { capitalRuns, type CapitalRun } from './capital-runs';
import { isEverydayName, isFirstName, readNameParts, type NamePart } from './name-part';
import { loneSurname } from './lone-surname';
import { readSurname } from './surname-forms';

/** A stretch of parts of a run, both ends included. */
export interface Stretch {
  from: number;
  to: number;
  score: number;
}

const LONGEST = 5;

/** Names in Russian text: by first names, patronymics, initials, suffixes of surnames and the words around them. */
export function findRussianPeople(document: TextDocument): Finding[] {
  const found: Finding[] = [];
  for (const run of capitalRuns(document, 'cyrillic')) {
    for (const part of chunks(readNameParts(run.words))) found.push(...readChunk(document, run, part));
  }
  return [...found, ...findLowerCase(document)];
}

/** Split at words that are certainly no part of a name. */
function chunks(parts: readonly NamePart[]): NamePart[][] {
  const result: NamePart[][] = [[]];
  for (const part of parts) {
    if (part.kind === 'other' || roleWords.has(part.word.folded)) result.push([]);
    else result[result.length - 1]?.push(part);
  }
  return result.filter((chunk) => chunk.length > 0);
}

function readChunk(document: TextDocument, run: CapitalRun, parts: readonly NamePart[]): Finding[] {
  const found: Finding[] = [];
  const opens = run.opensSentence && parts[0]?.word === run.words[0];
  for (let at = 0; at < parts.length;) {
    const stretch =
      withInitials(parts, at) ?? withPatronymic(parts, at) ?? withFirstName(parts, at, opens && at === 0);
    if (!stretch) {
      at += 1;
      continue;
    }
    found.push(toFinding(document, parts, stretch));
    at = stretch.to + 1;
  }
  if (found.length > 0) return found;
  const lone = loneSurname(document, parts, opens);
  return lone ? [toFinding(document, parts, lone)] : [];
}

function toFinding(
  { text }: TextDocument,
  parts: readonly NamePart[],
  { from, to, score }: Stretch,
): Finding {
  const last = parts[to]?.word;
  const end = last ? last.end + (last.isInitial && text[last.end] === '.' ? 1 : 0) : 0;
  return { start: parts[from]?.word.start ?? 0, end, type: 'PERSON', score };
}

/** «И. И. Иванов», «И. Иванов», «Иванов И.И.» */
function withInitials(parts: readonly NamePart[], at: number): Stretch | null {
  const from = isInitial(parts[at]) ? at : at + 1;
  if (!isInitial(parts[from])) return null;
  const to = isInitial(parts[from + 1]) ? from + 1 : from;
  const isPair = to > from;
  const hasNameBehind = isName(parts[to + 1]);
  if (from === at) return hasNameBehind ? { from, to: to + 1, score: isPair ? 0.95 : 0.85 } : null;
  // «Подписал К. А. Зуев»: before a further name the initials are that name’s, unless a surname claims them.
  const isSurname = parts[at]?.kind === 'surname';
  if (!isName(parts[at]) || (hasNameBehind && !(isPair && isSurname))) return null;
  return { from: at, to, score: isPair || isSurname ? 0.95 : 0.6 };
}

function isInitial(part: NamePart | undefined): boolean {
  return part?.kind === 'initial';
}

function isName(part: NamePart | undefined): boolean {
  return part !== undefined && part.kind !== 'initial' && part.kind !== 'other' && part.kind !== 'particle';
}

function isFamily(part: NamePart | undefined): boolean {
  return part?.kind === 'surname' || part?.kind === 'unknown' || (part?.kind === 'first' && part.isOrdinary);
}

/** A patronymic within the next three words takes the first name before it and a surname on either side. */
function withPatronymic(parts: readonly NamePart[], at: number): Stretch | null {
  const offset = [0, 1, 2].find((step) => parts[at + step]?.kind === 'patronymic');
  if (offset === undefined) return null;
  const place = at + offset;
  if (offset === 2 && !isName(parts[at + 1])) return null;
  // A surname that looks like a patronymic («Радкевич Анна Сергеевна») stands where a surname does.
  if (offset === 0 && parts[at + 1]?.kind === 'first' && parts[at + 2]?.kind === 'patronymic') {
    return { from: at, to: at + 2, score: 0.97 };
  }
  const hasFamilyAfter =
    offset < 2 && (isFamily(parts[place + 1]) || parts[place + 1]?.kind === 'patronymic');
  return { from: at, to: hasFamilyAfter ? place + 1 : place, score: 0.95 };
}

/** A first name with a surname after or before it, or alone. */
function withFirstName(parts: readonly NamePart[], at: number, opens: boolean): Stretch | null {
  const here = parts[at];
  if (here?.kind !== 'first') return withSurnameFirst(parts, at, opens);
  const to = lastOfName(parts, at);
  if (to > at) return { from: at, to, score: 0.92 };
  const mayBeWord = here.isOrdinary && (opens || here.word.shape === 'caps');
  return mayBeWord ? null : { from: at, to: at, score: 0.8 };
}

/** «Цой Руслан», «Мирзоев Фарид Акиф оглы». */
function withSurnameFirst(parts: readonly NamePart[], at: number, opens: boolean): Stretch | null {
  const kind = parts[at]?.kind;
  if (parts[at + 1]?.kind !== 'first') return null;
  if (kind === 'unknown' ? opens || isFamily(parts[at + 2]) : kind !== 'surname') return null;
  return { from: at, to: parts[at + 3]?.kind === 'particle' ? at + 3 : at + 1, score: 0.9 };
}

/** From a first name on: further first names, particles and one surname, five words at most. */
function lastOfName(parts: readonly NamePart[], at: number): number {
  let to = at;
  while (to + 1 < parts.length && to - at < LONGEST - 1) {
    const next = parts[to + 1];
    if (!next || next.kind === 'initial' || next.kind === 'patronymic') break;
    to += 1;
    if (next.kind === 'surname') break;
  }
  while (to > at && parts[to]?.kind === 'particle' && !/^(?:оглы|кызы)$/u.test(parts[to]?.word.folded ?? ''))
    to -= 1;
  return to;
}

/** Chats: everyday first names in lower case, with a surname beside them. */
function findLowerCase({ text, words }: TextDocument): Finding[] {
  const found: Finding[] = [];
  const isLowerName = (index: number): boolean => {
    const word = words[index];
    return word?.shape === 'lower' && word.script === 'cyrillic' && isEverydayName(word.folded);
  };
  for (let at = 0; at < words.length; at += 1) {
    if (!isLowerName(at)) continue;
    const [from, to] = [at - 1, at + 1].map((index) => {
      const word = words[index];
      const here = words[at];
      const gap =
        word && here ? text.slice(Math.min(word.end, here.end), Math.max(word.start, here.start)) : '';
      const isSurname = word?.shape === 'lower' && readSurname(word.folded) && !isFirstName(word.folded);
      return gap === ' ' && isSurname ? index : at;
    });
    const start = words[to !== at ? at : (from ?? at)]?.start ?? 0;
    const end = words[to ?? at]?.end ?? 0;
    found.push({ start, end, type: 'PERSON', score: 0.7 });
  }
  return found;
}
