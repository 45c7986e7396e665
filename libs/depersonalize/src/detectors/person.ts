import type { Detector, Finding } from '../detector';
import { findColumnPeople } from '../fields/find-column-people';
import { findFieldPeople } from '../fields/find-field-people';
import { headKind } from '../fields/head-kind';
import { firstAtOrAfter } from '../first-at-or-after';
import { once } from '../once';
import { findPeople } from '../people/model/find-people';
import { loadPersonModel } from '../people/model/load-person-model';

/** Among findings that overlap, what a label or a check digit says is worth more than the surest name. */
const LEAST = 0.55;
const MOST = 0.9;

/** Read with the first text, not with the package: what only restores needs no model. */
const model = once(loadPersonModel);

/** Names of people, Russian in any case and Latin ones; a surname seen in a full name is found everywhere. */
export const detectPerson: Detector = (document) => {
  const found = findPeople(document.text, model())
    .filter(
      ({ start, end }) => !isKey(document.text, start, end) && document.fieldAt(start)?.kind !== 'THING',
    )
    .map(({ start, end, probability }) => ({
      start,
      end,
      type: 'PERSON' as const,
      score: LEAST + (MOST - LEAST) * probability,
    }));
  const starts = found.map(({ start }) => start);
  /** Of one that is found: a surname beside its first name in the next column. */
  const isPart = ({ start, end }: Finding): boolean =>
    end <= (found[firstAtOrAfter(starts, start + 1) - 1]?.end ?? 0);
  const named = findFieldPeople(document).filter((name) => !isPart(name));
  return [...found, ...named, ...findColumnPeople(document, [...found, ...named])];
};

/** `"vin": …`, `nick: …` */
function isKey(text: string, start: number, end: number): boolean {
  const key = text.slice(start, end);
  const isBefore = /^(?:\\?["'][ ]?)?:/.test(text.slice(end, end + 4));
  return isBefore && key === key.toLowerCase() && headKind(key) !== null;
}
