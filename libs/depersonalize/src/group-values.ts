import type { EntityType } from '@medley/contracts';
import type { Hidden } from './own-rules/join-own-spans';
import { groupPeople, type PlacedMention } from './people/group-people';
import { valueKey } from './value-key';

export interface GroupedValues {
  /** A key for each finding, equal for findings that mean the same person or value. */
  keys: readonly string[];
  /** For each finding of a person, who it is. */
  people: ReadonlyMap<Hidden, PlacedMention>;
}

const PERSON: EntityType = 'PERSON';

/** Tell which findings mean the same person or value. */
export function groupValues(text: string, findings: readonly Hidden[]): GroupedValues {
  const found = findings.filter(({ type }) => type === PERSON);
  const placed = groupPeople(text, found);
  const people = new Map(
    found.flatMap((finding, i): [Hidden, PlacedMention][] => {
      const mention = placed[i];
      return mention ? [[finding, mention]] : [];
    }),
  );
  const keys = findings.map((finding) => {
    const known = people.get(finding);
    if (known) return `${PERSON} ${known.person.id}`;
    return `${finding.type} ${valueKey(finding.type, text.slice(finding.start, finding.end))}`;
  });
  return { keys, people };
}
