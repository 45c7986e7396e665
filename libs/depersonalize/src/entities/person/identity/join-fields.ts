import type { Match } from '../../../document/detector';
import { readPerson, type PersonMention } from '../names/read-person';

/** A name that stands in pieces, read as one. */
export interface JoinedFields {
  mention: PersonMention;
}

type Span = Pick<Match, 'start' | 'end'>;

/** «Имя: Пётр⏎Фамилия: Волков», `"last_name": "Волков", "first_name": "Пётр"`, a row of a table: one person, piece by piece. */
const label =
  '(?:фамилия|имя|отчество|surname|(?:last|first|middle|given|family|second)[_ -]?name|patronymic|lastname|firstname|middlename)';
const labelled = new RegExp(`^[^\\p{L}]{0,8}${label}[^\\p{L}\\n]{0,6}$`, 'iu');
const cell = /^(?:[ \u00a0]|[,;|\t]|"?,"|"?;"?)$/u;
const LONGEST_GAP = 40;
const MOST_PIECES = 3;

/** For matches that are pieces of one name: the whole of it. */
export function joinFields(text: string, found: readonly Span[]): Map<number, JoinedFields> {
  const joined = new Map<number, JoinedFields>();
  for (let at = 0; at < found.length; at += 1) {
    for (let count = MOST_PIECES; count > 1; count -= 1) {
      const whole = readRun(text, found.slice(at, at + count), count);
      if (!whole) continue;
      for (let i = at; i < at + count; i += 1) joined.set(i, { mention: whole });
      at += count - 1;
      break;
    }
  }
  return joined;
}

function readRun(text: string, run: readonly Span[], count: number): PersonMention | null {
  const isRun = run.every(({ end }, i) => i === run.length - 1 || isGap(text.slice(end, run[i + 1]?.start)));
  if (run.length < count || !isRun) return null;
  const pieces = run.map(({ start, end }) => text.slice(start, end));
  if (pieces.some((piece) => /[^\p{L}'’-]/u.test(piece))) return null;
  const alone = pieces.map((piece) => readPerson(piece));
  const isLatin = alone.some((mention) => mention.isLatin);
  // Two first names are two people; in Latin letters nothing tells them, only the labels do.
  const firsts = alone.filter(({ firsts: names }) => names.length > 0).length;
  if (!isLatin && firsts !== 1) return null;
  if (isLatin && !labelled.test(text.slice(run[0]?.end, run[1]?.start))) return null;
  const whole = readPerson(pieces.join(' '));
  return whole.firsts.length > 0 && whole.surnames.length > 0 ? whole : null;
}

function isGap(gap: string): boolean {
  return gap.length <= LONGEST_GAP && (cell.test(gap) || labelled.test(gap));
}
