import type { Match } from '../../../document/detector';
import { joinFields } from './join-fields';
import { contextOf } from '../names/mention-context';
import { PersonIndex } from './person-index';
import type { Person } from './person';
import { completeness, readPerson, type PersonMention } from '../names/read-person';

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
