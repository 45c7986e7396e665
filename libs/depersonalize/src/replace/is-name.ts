import { registry } from '../entities/registry';
import { isCustomType } from '../own-rules/custom-type';
import type { HiddenSpan } from '../own-rules/join-own-spans';

/** Whether values of a type name people, who have many written forms each. */
export function isName(type: HiddenSpan['type']): boolean {
  return !isCustomType(type) && registry[type].traits?.isName === true;
}

/** The same of a marker: `PERSON_1`. */
export function isNameMarker(marker: string): boolean {
  const type = marker.slice(0, marker.lastIndexOf('_'));
  return type in registry && isName(type as keyof typeof registry);
}
