import { charClass, charClasses } from '@medley/person-model';
import type { Span } from '../../../../text/spans';

const title =
  /^(?:(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|dame|madam|mme|rev|sgt|cllr)(?:\.[ \u00a0]*|[ \u00a0]+))+(?=\p{L})/iu;
/** Degrees, offices and the like, which nobody writes in small letters. */
const degree =
  /,?[ \u00a0]{1,2}(?:M\.?D|R\.?N|D\.?O|P\.?C|P\.?A|N\.?P|J\.?D|K\.?C|Q\.?C|P\.?E|Ph\.?D|Esq|D\.?D\.?S|DMD|DVM|PA-C|FNP(?:-C)?|CPA|CFA|MBA|BSc|MSc|MPH|LL\.?[BM]|FRC[PS]|MRC[PS]|[OMC]BE|RPh|PharmD|LCSW|LMFT|CRNA|APRN|DPM|PMP)\.?$/u;
const gap = /[ \u00a0]{2,}|\t/u;
/** Behind a gap: the next label, a letter or an abbreviation. */
const shortWord = /^(?:\p{Lu}{1,3}|\p{Lu}\p{Ll}{0,2})\.?$/u;
const labelEnd = /^[ \u00a0]?[:#=]/u;
const joint = /\p{Ll}/u;

/** A name in Latin letters without titles, degrees and the label of the next field; others as they are. */
export function trimEnglishName(text: string, { start, end }: Span): Span {
  if (!((charClasses[text.charCodeAt(start)] ?? 0) & charClass.latin)) return { start, end };
  const to = gapEnd(text, { start, end });
  const written = text.slice(start, to);
  if (!written.includes(' ') && !written.includes('.')) return { start, end: to };
  const lead = title.exec(written)?.[0].length ?? 0;
  let name = written.slice(lead);
  for (let tail = degree.exec(name); tail && tail.index > 0; tail = degree.exec(name)) {
    // “LEE PA” may be a name in capitals.
    if (!joint.test(name.slice(0, tail.index)) && tail[0].trim().length <= 2) break;
    name = name.slice(0, tail.index);
  }
  return { start: start + lead, end: start + lead + name.length };
}

function gapEnd(text: string, { start, end }: Span): number {
  const wide = gap.exec(text.slice(start, end));
  if (wide === null) return end;
  const behind = text.slice(start + wide.index + wide[0].length, end);
  return shortWord.test(behind) || labelEnd.test(text.slice(end, end + 2)) ? start + wide.index : end;
}
