import { absorb, createPerson, isSame, type Person } from './person';
import { otherSense, type PersonMention } from '../names/read-person';

const MOST_NAMESAKES = 20;

/** Somebody whom a mention may mean, and how it is read then. */
interface Namesake {
  person: Person;
  read: PersonMention;
}

/** People by what they are called, so that placing a mention looks at few of them. */
export class PersonIndex {
  #people = 0;
  readonly #byName = new Map<string, Person[]>();
  readonly #byWhole = new Map<string, Person>();

  /** The person whom a mention means; somebody new when nobody, or more than one, is meant. */
  place(mention: PersonMention, from: number): Person {
    const whole = signature(mention);
    const known = this.#byWhole.get(whole);
    if (known && mention.firsts.length > 0 && mention.surnames.length > 0) return known;
    // A couple is nobody of it.
    const namesakes = isFamily(mention) ? [] : this.#namesakes(mention);
    const only = pickIntroduced(namesakes, from) ?? pickLikeliest(namesakes, from);
    if (only) {
      absorb(only.person, only.read, from);
      this.#note(only.person);
      return only.person;
    }
    const person = known ?? this.#add(mention, from);
    this.#byWhole.set(whole, person);
    if (!known && namesakes.length === 0 && !isFamily(mention)) this.#note(person);
    return person;
  }

  #namesakes(mention: PersonMention): Namesake[] {
    const sense = otherSense(mention);
    for (const read of sense ? [mention, { ...mention, ...sense, forms: [] }] : [mention]) {
      const found = this.#candidates(read).filter((person) => isSame(person, read));
      if (found.length > 0) return found.map((person) => ({ person, read }));
    }
    return [];
  }

  #candidates(mention: PersonMention): Person[] {
    return [...new Set(keysOf(mention).flatMap((key) => this.#byName.get(key) ?? []))];
  }

  #add(mention: PersonMention, from: number): Person {
    this.#people += 1;
    return createPerson(this.#people, mention, from);
  }

  /** Make a person findable by all that is known of them. */
  #note(person: Person): void {
    const { firsts, surnames } = person;
    const keys = [...surnames.map((name) => `surname ${name}`), ...firsts.map((name) => `first ${name}`)];
    if (surnames.length === 0 && person.patronymic !== null) {
      for (const first of firsts) keys.push(`initials ${first[0] ?? ''}${person.patronymic[0] ?? ''}`);
    }
    for (const key of keys) {
      const people = this.#byName.get(key) ?? [];
      if (people.length < MOST_NAMESAKES && !people.includes(person)) people.push(person);
      this.#byName.set(key, people);
    }
  }
}

/** Of several namesakes the one who has been introduced is meant. */
function pickIntroduced(namesakes: readonly Namesake[], from: number): Namesake | null {
  const introduced = namesakes.length > 1 ? namesakes.filter(({ person }) => person.from < from) : namesakes;
  const [only] = introduced;
  return only && introduced.length === 1 ? only : null;
}

/** «Волкова рада» is the wife, though the husband, too, has forms like that. */
function pickLikeliest(namesakes: readonly Namesake[], from: number): Namesake | null {
  const introduced = namesakes.filter(({ person, read }) => {
    const isLikely = read.likeliest !== null && person.genders.includes(read.likeliest);
    return isLikely && person.genders.length === 1 && person.from < from;
  });
  const [only] = introduced;
  return only && introduced.length === 1 ? only : null;
}

/** What the person of a mention may be found by: the surname, else the first name, else initials that only they have. */
function keysOf({ surnames, firsts, initials }: PersonMention): string[] {
  if (surnames.length === 0) return firsts.map((name) => `first ${name}`);
  const keys = surnames.map((name) => `surname ${name}`);
  return initials.length > 1 ? [...keys, `initials ${initials.slice(0, 2).join('')}`] : keys;
}

function isFamily({ forms, firsts, surnames }: PersonMention): boolean {
  return (
    firsts.length === 0 &&
    surnames.length > 0 &&
    forms.length > 0 &&
    forms.every(({ agrees }) => agrees === 'plural')
  );
}

/** All that a mention says; mentions that say the same mean the same person. */
function signature(mention: PersonMention): string {
  const { firsts, patronymic, surnames, initials, suffix, forms } = mention;
  const genders = [...new Set(forms.map(({ agrees }) => agrees))].sort();
  return [firsts, patronymic, surnames, initials, suffix, genders].join('|');
}
