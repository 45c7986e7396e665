import { completeness, opensWith, readPerson, type PersonMention } from './read-person';

interface Person {
  id: number;
  firsts: readonly string[];
  patronymic: string | null;
  surname: string | null;
  initials: readonly string[];
}

/** Which mentions mean one person: an id for each, equal for «Волков», «Волкову А. Э.», «Артём Эдуардович». */
export function groupPeople(written: readonly string[]): number[] {
  const index = new PersonIndex();
  const ids = new Map<string, number>();
  // The fullest mentions come first, so that lesser ones find them.
  const mentions = [...new Set(written)].map((text) => ({ text, mention: readPerson(text) }));
  for (const { text, mention } of mentions.sort(
    (a, b) => completeness(b.mention) - completeness(a.mention),
  )) {
    ids.set(text, index.place(mention));
  }
  return written.map((text) => ids.get(text) ?? 0);
}

const MOST_NAMESAKES = 20;

/** People by what they are called, so that placing a mention looks at few of them. */
class PersonIndex {
  #people = 0;
  readonly #bySurname = new Map<string, Person[]>();
  readonly #byFirst = new Map<string, Person[]>();

  place(mention: PersonMention): number {
    const namesakes = this.#candidates(mention).filter((person) => isSame(person, mention));
    // Two people of the name: the mention could be either, so it stays apart.
    const [only] = namesakes;
    if (only && namesakes.length === 1) return only.id;
    return this.#add(mention).id;
  }

  #candidates({ surname, firsts }: PersonMention): Person[] {
    if (surname !== null) return this.#bySurname.get(surname) ?? [];
    return [...new Set(firsts.flatMap((first) => this.#byFirst.get(first) ?? []))];
  }

  #add(mention: PersonMention): Person {
    this.#people += 1;
    const { firsts, patronymic, surname, initials } = mention;
    const person: Person = { id: this.#people, firsts, patronymic, surname, initials };
    if (surname !== null) append(this.#bySurname, surname, person);
    for (const first of firsts) append(this.#byFirst, first, person);
    return person;
  }
}

function append(index: Map<string, Person[]>, key: string, person: Person): void {
  const people = index.get(key) ?? [];
  if (people.length < MOST_NAMESAKES) people.push(person);
  index.set(key, people);
}

/** Whether all that both say agrees. */
function isSame(person: Person, mention: PersonMention): boolean {
  const { firsts, patronymic, surname, initials } = mention;
  if (surname !== null && person.surname !== surname) return false;
  if (firsts.length > 0 && person.firsts.length > 0 && !firsts.some((first) => person.firsts.includes(first)))
    return false;
  if (patronymic !== null && person.patronymic !== null && person.patronymic !== patronymic) return false;
  return opensWith(person.firsts, initials[0]) && opensWith(firsts, person.initials[0]);
}
