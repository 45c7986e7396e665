import type { Detector, Finding } from '../detector';
import { findColumnPeople } from '../fields/find-column-people';
import { findFieldPeople } from '../fields/find-field-people';
import { headKind } from '../fields/head-kind';
import { firstAtOrAfter } from '../first-at-or-after';
import { once } from '../once';
import { findPeople } from '../people/model/find-people';
import { loadPersonModel } from '../people/model/load-person-model';
import { ticketNames } from '../people/rules/russian/ticket-names';
import { withoutFormWords } from '../people/rules/russian/without-form-words';

/** Among findings that overlap, what a label or a check digit says is worth more than the surest name. */
const LEAST = 0.55;
const MOST = 0.9;

/** Read with the first text, not with the package: what only restores needs no model. */
const model = once(loadPersonModel);

/** Names of people, Russian in any case and Latin ones; a surname seen in a full name is found everywhere. */
export const detectPerson: Detector = (document) => {
  const found = findPeople(document.text, model(), document.sensitivity)
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
  const named = findFieldPeople(document).filter((name) => !isPart(name) && isWhole(document.text, name));
  const inColumns = findColumnPeople(document, [...found, ...named]).filter((name) =>
    isWhole(document.text, name),
  );
  return [...found, ...named, ...inColumns, ...onTickets(document.text)];
};

/** A cell is somebody's name only when it has no word of forms. */
function isWhole(text: string, { start, end }: Finding): boolean {
  const own = withoutFormWords(text, { start, end });
  return own !== null && own.start === start && own.end === end;
}

function onTickets(text: string): Finding[] {
  return ticketNames(text).map((name) => ({ ...name, type: 'PERSON', score: MOST }));
}

/** `"vin": …`, `nick: …` */
function isKey(text: string, start: number, end: number): boolean {
  const key = text.slice(start, end);
  const isBefore = /^(?:\\?["'][ ]?)?:/.test(text.slice(end, end + 4));
  return isBefore && key === key.toLowerCase() && headKind(key) !== null;
}
