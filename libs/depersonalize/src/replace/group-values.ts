import { type CustomType, type HiddenSpan, isCustomType } from '../own-rules/own-rules';
import { type PlacedMention, groupPeople } from '../entities/person/identity/group-people';
import { registry } from '../entities/registry';
import type { EntityType } from '@medley/contracts';
import { foldValue } from '../own-rules/text-trie';
import { writeValue } from '../text/spoken/read-spoken-parts';
import { asWritten, lettersAndDigits } from '../entities/entity-kind';

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

/** Whether values of a type name people, who have many written forms each. */
function isName(type: HiddenSpan['type']): boolean {
  return !isCustomType(type) && registry[type].traits?.isName === true;
}

/** The same of a marker: `PERSON_1`. */
export function isNameMarker(marker: string): boolean {
  const type = marker.slice(0, marker.lastIndexOf('_'));
  return type in registry && isName(type as keyof typeof registry);
}

/** What is equal for two ways to write one value. */
export function valueKey(type: EntityType | CustomType, value: string): string {
  if (isCustomType(type)) return foldValue(value).characters;
  const { normalise = lettersAndDigits, traits } = registry[type];
  return normalise(writeValue(value, traits?.isTyped)) || asWritten(value);
}
