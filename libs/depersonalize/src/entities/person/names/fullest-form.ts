import { completeness, readPerson, type PersonMention } from './read-person';

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
export function fullness(mention: PersonMention): number {
  const [likeliest] = mention.forms;
  const isNominative = likeliest === undefined || likeliest.case === 'nominative';
  return completeness(mention) + (isNominative ? NOMINATIVE : 0);
}
