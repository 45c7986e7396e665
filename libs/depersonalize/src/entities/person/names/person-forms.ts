import type { Case } from './grammar';
import { declineName } from './decline-name';
import { type PersonMention, completeness, genderOf, readPerson } from './read-person';
import { restoreLimits } from './restore-limits';

/** The case that a model means by an ending: it declines «PERSON_1» like «один», or like a name. */
const casesByEnding: Readonly<Record<string, readonly Case[]>> = Object.fromEntries(
  (
    [
      [['genitive', 'accusative'], 'а я ого его ы и'],
      [['dative'], 'у ю ому ему'],
      [['accusative'], 'ую юю'],
      [['instrumental'], 'ом ем ём ой ей ою ею ым им'],
      [['prepositional', 'dative'], 'е'],
    ] as const
  ).flatMap(([cases, endings]) => endings.split(' ').map((ending) => [ending, cases] as const)),
);

interface ReadForm {
  form: string;
  /** The likeliest case; undefined: not known. */
  inCase: Case | undefined;
  fullness: number;
}

/**
 * The written forms of one person. Each is read once, and each ending is answered once, however many markers of the
 * person a text holds; of very many forms only the first ones are looked through.
 */
export class PersonForms {
  readonly #forms: readonly string[];
  readonly #byEnding = new Map<string, string>();
  #fullestFirst: readonly ReadForm[] | undefined;

  /** `read` takes a form apart; tests count its calls. */
  constructor(
    forms: readonly string[],
    private readonly read: (form: string) => PersonMention = readPerson,
  ) {
    this.#forms = forms.slice(0, restoreLimits.formsMax);
  }

  /**
   * The form that an ending behind the marker asks for: one that the text had, else the main form declined where its
   * words leave no doubt about case and gender, else the main form. The ending itself goes in any case.
   */
  formFor(ending: string): string {
    const known = this.#byEnding.get(ending);
    if (known !== undefined) return known;
    const form = this.#choose(casesByEnding[ending] ?? []);
    this.#byEnding.set(ending, form);
    return form;
  }

  #choose(wanted: readonly Case[]): string {
    const [main = ''] = this.#forms;
    const [inCase] = wanted;
    if (!inCase) return main;
    this.#fullestFirst ??= this.#readAll();
    const written = this.#fullestFirst.find((one) => one.inCase !== undefined && wanted.includes(one.inCase));
    return written?.form ?? declined(main, inCase);
  }

  #readAll(): ReadForm[] {
    return this.#forms
      .map((form) => {
        const mention = this.read(form);
        return { form, inCase: mention.forms[0]?.case, fullness: fullness(mention) };
      })
      .sort((a, b) => b.fullness - a.fullness);
  }
}

function declined(main: string, inCase: Case): string {
  const mention = readPerson(main);
  const gender = genderOf(mention);
  const isNominative = mention.forms[0]?.case === 'nominative';
  if (gender === null || !isNominative || mention.firsts.length === 0) return main;
  let result = '';
  let at = 0;
  for (const { word, role } of mention.words) {
    const written = main.slice(word.start, word.end);
    const form = declineName(written, role, { inCase, gender });
    result += main.slice(at, word.start) + (word.shape === 'caps' ? form.toUpperCase() : form);
    at = word.end;
  }
  return result + main.slice(at);
}

const NOMINATIVE = 2;

/** The form of a name to fall back on: the most complete one, in the nominative if there is such. */
export function fullestForm(forms: readonly string[]): string | undefined {
  let best: string | undefined;
  let most = -1;
  for (const form of forms) {
    const weight = fullness(readPerson(form));
    if (weight > most) {
      best = form;
      most = weight;
    }
  }
  return best;
}

/** How much of a name a mention gives, more in the nominative. */
function fullness(mention: PersonMention): number {
  const [likeliest] = mention.forms;
  const isNominative = likeliest === undefined || likeliest.case === 'nominative';
  return completeness(mention) + (isNominative ? NOMINATIVE : 0);
}
