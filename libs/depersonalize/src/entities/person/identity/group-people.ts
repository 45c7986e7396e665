import type { Match } from '../../../document/match';
import { contextOf } from '../names/mention-context';
import { PersonIndex } from './person-index';
import type { Person } from './person';
import { type PersonMention, completeness, readPerson } from '../names/read-person';
import { alternatives } from '../../../text/word-lists';

const oneOf = alternatives('person');

/** A mention with the person whom it means. */
export interface PlacedMention {
  mention: PersonMention;
  person: Person;
}

/** Which mentions mean one person: «Волков», «Волкову А. Э.», «Артём Эдуардович». Asks nothing but their texts and neighbours. */
export function groupPeople(text: string, found: readonly Pick<Match, 'start' | 'end'>[]): PlacedMention[] {
  const mentions = readMentions(text, found);
  const whole = joinFields(text, found);
  const people = new PersonIndex();
  // The fullest mentions come first, so that lesser ones find them.
  const order = found
    .map((_, i) => ({ i, weight: completeness(whole.get(i)?.mention ?? mentions[i] ?? readPerson('')) }))
    .sort((a, b) => b.weight - a.weight || a.i - b.i);
  const placed = new Map<number, Person>();
  const fields = new Map<PersonMention, Person>();
  for (const { i } of order) {
    const mention = mentions[i];
    if (!mention) continue;
    const joined = whole.get(i)?.mention;
    const known = joined && fields.get(joined);
    const person = known ?? people.place(joined ?? mention, found[i]?.start ?? 0);
    if (joined) fields.set(joined, person);
    placed.set(i, person);
  }
  return mentions.flatMap((mention, i) => {
    const person = placed.get(i);
    return person ? [{ mention, person }] : [];
  });
}

/** The same words in the same company are read once. */
function readMentions(text: string, found: readonly Pick<Match, 'start' | 'end'>[]): PersonMention[] {
  const known = new Map<string, PersonMention>();
  return found.map((span) => {
    const written = text.slice(span.start, span.end);
    const context = contextOf(text, span);
    const key = [written, context.before, context.after, context.opens].join('\n');
    const mention = known.get(key) ?? readPerson(written, context);
    known.set(key, mention);
    return mention;
  });
}

/** A name that stands in pieces, read as one. */
interface JoinedFields {
  mention: PersonMention;
}

type Span = Pick<Match, 'start' | 'end'>;

/** «Имя: Пётр⏎Фамилия: Волков», `"last_name": "Волков", "first_name": "Пётр"`, a row of a table: one person, piece by piece. */
const label = oneOf('name-labels');
const labelled = new RegExp(`^[^\\p{L}]{0,8}${label}[^\\p{L}\\n]{0,6}$`, 'iu');
const cell = /^(?:[ \u00a0,;|\t]|"?,"|"?;"?)$/u;
const LONGEST_GAP = 40;
const MOST_PIECES = 3;

/** For matches that are pieces of one name: the whole of it. */
function joinFields(text: string, found: readonly Span[]): Map<number, JoinedFields> {
  const joined = new Map<number, JoinedFields>();
  const known = new Map<string, PersonMention>();
  // The same words stand in several runs, and often.
  const read = (written: string): PersonMention => {
    const mention = known.get(written) ?? readPerson(written);
    known.set(written, mention);
    return mention;
  };
  for (let at = 0; at < found.length; at += 1) {
    for (let count = MOST_PIECES; count > 1; count -= 1) {
      const run = found.slice(at, at + count);
      const whole = run.length < count ? null : readRun(text, run, read);
      if (!whole) continue;
      for (let i = at; i < at + count; i += 1) joined.set(i, { mention: whole });
      at += count - 1;
      break;
    }
  }
  return joined;
}

function readRun(
  text: string,
  run: readonly Span[],
  read: (written: string) => PersonMention,
): PersonMention | null {
  const isRun = run.every(({ end }, i) => i === run.length - 1 || isGap(text.slice(end, run[i + 1]?.start)));
  if (!isRun) return null;
  const pieces = run.map(({ start, end }) => text.slice(start, end));
  if (pieces.some((piece) => /[^\p{L}'’-]/u.test(piece))) return null;
  const alone = pieces.map(read);
  const isLatin = alone.some((mention) => mention.isLatin);
  // Two first names are two people; in Latin letters nothing tells them, only the labels do.
  const firsts = alone.filter(({ firsts: names }) => names.length > 0).length;
  if (!isLatin && firsts !== 1) return null;
  if (isLatin && !labelled.test(text.slice(run[0]?.end, run[1]?.start))) return null;
  const whole = read(pieces.join(' '));
  return whole.firsts.length > 0 && whole.surnames.length > 0 ? whole : null;
}

function isGap(gap: string): boolean {
  return gap.length <= LONGEST_GAP && (cell.test(gap) || labelled.test(gap));
}
