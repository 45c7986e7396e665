import { type EntityKind, kindWords } from '../entity-kind';
import { detectSpelledName } from './detect-spelled-name';
import { type Detector, type Match, confidence, nameConfidence } from '../../document/match';
import { loadPersonModel } from '@medley/person-model';
import { findColumnPeople, findFieldPeople } from './find-field-people';
import type { TextDocument } from '../../document/text-document';
import { firstAtOrAfter, textAfter } from '../../text/spans';
import { lazy } from '../../text/lazy';
import { findPeople } from './find-people';
import { ticketNames } from './rules/russian/ticket-names';

/** Read with the first text, not with the package: what only restores needs no model. */
const model = lazy(loadPersonModel);

/** Names of people, Russian in any case and Latin ones; a surname seen in a full name is found everywhere. */
const detectPerson: Detector = (document) => {
  const found = findPeople(document.text, model(), { sensitivity: document.sensitivity })
    .filter(({ start, end }) => !isKey(document, start, end) && document.fieldAt(start)?.kind !== 'THING')
    .map(({ start, end, probability }) => ({
      start,
      end,
      type: 'PERSON' as const,
      score: nameConfidence(probability),
    }));
  const starts = found.map(({ start }) => start);
  /** Of one that is found: a surname beside its first name in the next column. */
  const isPart = ({ start, end }: Match): boolean =>
    end <= (found[firstAtOrAfter(starts, start + 1) - 1]?.end ?? 0);
  const named = findFieldPeople(document).filter((name) => !isPart(name));
  const inColumns = findColumnPeople(document, [...found, ...named]);
  return [...found, ...named, ...inColumns, ...onTickets(document.text)];
};

function onTickets(text: string): Match[] {
  return ticketNames(text).map((name) => ({ ...name, type: 'PERSON', score: confidence.shown }));
}

/** `"vin": …`, `nick: …` */
function isKey({ text, vocabulary }: TextDocument, start: number, end: number): boolean {
  const key = text.slice(start, end);
  const isBefore = /^(?:\\?["'] ?)?:/.test(textAfter(text, end, 4));
  return isBefore && key === key.toLowerCase() && vocabulary.kindOf(key) !== null;
}

/** Names of people, who have one fake identity each, however they are named. */
export const person: EntityKind = {
  detect: detectPerson,
  detectSpoken: detectSpelledName,
  fake: null,
  ...kindWords('person'),
  markerWords: ['ПЕРСОНА', 'ЧЕЛОВЕК', 'ЛИЦО', 'ИМЯ', 'ФИО'],
  traits: { isName: true, isBesideAccounts: true },
};
