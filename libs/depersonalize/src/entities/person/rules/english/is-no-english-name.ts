import { charClass, charClasses } from '@medley/person-model';
import type { Span } from '../../../../text/spans';
import { alternatives } from '../../../../text/word-lists';

/** So far around a name is read what it is. */
const BEFORE = 40;
const BEHIND = 30;

const month = /^(?:April|May|June|August)$/u;
const timeBefore =
  /(?:^|[^\p{L}])(?:until|till|by|since|during|in|last|next|this|of|early|late|mid|through|\d{1,2}(?:st|nd|rd|th)?)[ \u00a0-]$/iu;
const yearBehind = /^,? \d/u;
/** “Reynolds number”, “Cohen's d”, “Crohn's disease” */
const eponym =
  /^(?:['’]s (?:[dhtwqfz](?![\p{L}'’])|kappa|alpha|exact test|t[- ]test|test(?! results?)|theorem|lemma|law|inequality|equation|paradox|algorithm|distribution|constant|disease|syndrome|palsy|lymphoma|sarcoma|chorea|thyroiditis|contracture|sign|fracture|oesophagus|esophagus|phenomenon)| (?:number(?= (?:was|is|of|above|below|at)|[,.;)])|coefficient|distribution|criterion|transform|polynomial|regression test|syndrome|disease)(?!\p{L})| r (?:=|<|>))/iu;
/** “Bryn Derw Surgery” */
const house = new RegExp(`^ ${alternatives('person')('houses')}(?!\\p{L})`, 'u');

/** Whether what was taken for an English name is a month, a law or an illness called after somebody, or a house. */
export function isNoEnglishName(text: string, { start, end }: Span): boolean {
  if (!((charClasses[text.charCodeAt(start)] ?? 0) & charClass.latin)) return false;
  const behind = text.slice(end, end + BEHIND);
  if (eponym.test(behind) || house.test(behind)) return true;
  if (!month.test(text.slice(start, end))) return false;
  return timeBefore.test(text.slice(Math.max(0, start - BEFORE), start)) || yearBehind.test(behind);
}
