import { nameIn } from '../../find-field-people';
import { lazy } from '../../../../text/lazy';
import type { Span } from '../../../../text/spans';

const word = String.raw`\p{Lu}['’]?[\p{L}\p{M}]+(?:['’-]\p{L}[\p{L}\p{M}]*)*`;
const initial = String.raw`\p{Lu}(?![\p{L}\p{M}'’-])\.?`;
const part = `(?:${word}|${initial})`;
const particle = '(?:van|von|der|den|de|da|do|dos|del|della|di|la|le|el|al|bin|ibn|ter|y|e)';
const title = String.raw`(?:(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|MR|MRS|MS|MISS|DR)\b\.? ?)?`;
/** What a name ends at: a mark, a gap, the end of the line, a word that goes on. */
const ending = String.raw`(?=[ ]?(?:$|[\n\t(;|<"'·•…/&])| {2}|,|[.!?](?:\s|$)| [-–—] | (?:and|of|v|vs|dated|on|at|residing|to|who|aka|from|by)(?!\p{L}))`;
const straight = `${part}(?: (?:${particle} ){0,2}${part}){0,3}`;
const capitals = String.raw`\p{Lu}[\p{Lu}'’-]+ \p{Lu}[\p{Lu}'’-]+`;
const role =
  '(?:Petitioner|Respondent|Plaintiff|Defendant|Claimant|Appell|Applicant|Executor|Trustee|Jr|Sr|MD|RN|PhD|Esq|DO|PA|NP|PC)';
const turned = `(?:${word}|${capitals}), ?(?!${role})${part}(?: ${part}){0,2}(?!,)`;
/** A cross shows where to sign. */
const cross = '(?:[Xx] )?';
const announcedPattern = lazy(
  () => new RegExp(`${cross}${title}(?<name>${turned}${ending}|${straight}${ending})`, 'uy'),
);

/** The name that stands at a place as the value of a label does: “Grace W. Oduya”, “Oduya, Grace W.”; null where none does. */
export function readAnnouncedName(text: string, at: number): Span | null {
  const announced = announcedPattern();
  announced.lastIndex = at;
  const match = announced.exec(text);
  const name = match?.groups?.['name'];
  if (match === null || name === undefined) return null;
  const start = match.index + match[0].length - name.length;
  const plain = name.replace(',', '').replace(/ {2}/g, ' ');
  return nameIn(plain, 0, plain.length) === null ? null : { start, end: start + name.length };
}
