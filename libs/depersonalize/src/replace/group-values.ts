import type { HiddenSpan } from '../own-rules/join-own-spans';
import { groupPeople, type PlacedMention } from '../entities/person/identity/group-people';
import { isName } from './is-name';
import { valueKey } from '../entities/value-key';

export interface GroupedValues {
  /** A key for each finding, equal for matches that mean the same person or value. */
  keys: readonly string[];
  /** For each finding of a person, who it is. */
  people: ReadonlyMap<HiddenSpan, PlacedMention>;
}

/** Tell which matches mean the same person or value. */
export function groupValues(text: string, matches: readonly HiddenSpan[]): GroupedValues {
  const found = matches.filter(({ type }) => isName(type));
  const placed = groupPeople(text, found);
  const people = new Map(
    found.flatMap((finding, i): [HiddenSpan, PlacedMention][] => {
      const mention = placed[i];
      return mention ? [[finding, mention]] : [];
    }),
  );
  const keys = matches.map((finding) => {
    const known = people.get(finding);
    if (known) return `${finding.type} ${known.person.id}`;
    return `${finding.type} ${valueKey(finding.type, text.slice(finding.start, finding.end))}`;
  });
  return { keys, people };
}
