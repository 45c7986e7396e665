import type { EntityType } from '@medley/contracts';
import type { Finding } from './detector';
import { groupPeople } from './people/group-people';
import { fold } from './split-words';

/** Types whose digits alone are the value: «+7 (905) 123-45-67» and «8 905 1234567» are one telephone. */
const digitTypes: ReadonlySet<EntityType> = new Set<EntityType>([
  'PHONE', 'SNILS', 'INN', 'OGRNIP', 'PASSPORT', 'CREDIT_CARD', 'BANK_ACCOUNT', 'US_SSN', 'US_ITIN', 'UK_NHS',
]); // prettier-ignore
const PHONE_DIGITS = 10;

/** A key for each finding, equal for findings that mean the same person or value. */
export function groupValues(text: string, findings: readonly Finding[]): string[] {
  const people = findings.filter(({ type }) => type === 'PERSON');
  const ids = groupPeople(people.map(({ start, end }) => text.slice(start, end)));
  const idOf = new Map(people.map((finding, i) => [finding, ids[i] ?? 0]));
  return findings.map((finding) => {
    const id = idOf.get(finding);
    return id === undefined ? valueKey(finding.type, text.slice(finding.start, finding.end)) : `PERSON ${id}`;
  });
}

function valueKey(type: EntityType, value: string): string {
  if (!digitTypes.has(type)) return `${type} ${fold(value).replace(/[\s-]+/gu, ' ')}`;
  const digits = value.replace(/\D/g, '');
  return `${type} ${type === 'PHONE' ? digits.slice(-PHONE_DIGITS) : digits}`;
}
