import type { Detector } from '../detector';
import { once } from '../once';
import { findPeople } from '../people/model/find-people';
import { loadPersonModel } from '../people/model/load-person-model';

/** Among findings that overlap, what a label or a check digit says is worth more than the surest name. */
const LEAST = 0.55;
const MOST = 0.9;

/** Read with the first text, not with the package: what only restores needs no model. */
const model = once(loadPersonModel);

/** Names of people, Russian in any case and Latin ones; a surname seen in a full name is found everywhere. */
export const detectPerson: Detector = ({ text }) =>
  findPeople(text, model()).map(({ start, end, probability }) => ({
    start,
    end,
    type: 'PERSON',
    score: LEAST + (MOST - LEAST) * probability,
  }));
