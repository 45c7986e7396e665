import type { PersonModel } from '@medley/person-model';
import {
  type FindPeopleOptions,
  type PersonSpan,
  findPeople as findWithHeads,
} from './entities/person/find-people';
import { vocabulary } from './entities/registry';

/** The names of people that a model finds in a text with the rules over it, before they compete with other kinds. */
export function findPeople(
  text: string,
  model: PersonModel,
  options: Omit<FindPeopleOptions, 'heads'> = {},
): PersonSpan[] {
  return findWithHeads(text, model, { ...options, heads: vocabulary });
}
