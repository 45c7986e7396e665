import type { Detector } from '../detector';
import { findEnglishPeople } from '../people/find-english-people';
import { findRussianPeople } from '../people/find-russian-people';
import { spreadMentions } from '../people/spread-mentions';

/** Names of people, Russian in any case and Latin ones; a surname seen in a full name is found everywhere. */
export const detectPerson: Detector = (document) => {
  const found = [...findRussianPeople(document), ...findEnglishPeople(document)];
  return [...found, ...spreadMentions(document, found)];
};
