import type { Match } from '@medley/depersonalize';

/** A text whose people are marked by hand, «[[Иван]] ушёл», so that what happens to them depends on no detector. */
export function markPeople(marked: string): { text: string; matches: Match[] } {
  const matches: Match[] = [];
  let text = '';
  let at = 0;
  for (const { 0: whole, 1: name = '', index } of marked.matchAll(/\[\[(.*?)\]\]/gu)) {
    text += marked.slice(at, index);
    matches.push({ start: text.length, end: text.length + name.length, type: 'PERSON', score: 1 });
    text += name;
    at = index + whole.length;
  }
  return { text: text + marked.slice(at), matches };
}
