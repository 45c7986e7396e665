import { completeness, readPerson } from './read-person';

const NOMINATIVE = 2;

/** The form of a name to fall back on: the most complete one, in the nominative if there is such. */
export function fullestForm(forms: readonly string[]): string | undefined {
  let best: string | undefined;
  let most = -1;
  for (const form of forms) {
    const mention = readPerson(form);
    const [likeliest] = mention.forms;
    const isNominative = likeliest === undefined || likeliest.case === 'nominative';
    const weight = completeness(mention) + (isNominative ? NOMINATIVE : 0);
    if (weight > most) {
      best = form;
      most = weight;
    }
  }
  return best;
}
