import type { EntityType, Sensitivity } from '@medley/contracts';
import { birthdaysBeside } from './birthdays/birthdays-beside';
import type { Finding } from './detector';
import { detectors, entityTypes } from './detectors';
import { usersBeside } from './network/users-beside';
import { resolveOverlaps } from './resolve-overlaps';
import { numbersBeside } from './papers/numbers-beside';
import { fold } from './split-words';
import { readDocument } from './text-document';

export interface DetectOptions {
  /** Only these; default: all. */
  entityTypes?: readonly EntityType[];
  /** Values to leave alone, compared without regard to case, ё and white space. */
  allowList?: readonly string[];
  /** ISO 639-1; a hint for texts without letters, the others show their script. */
  language?: string;
  /** How readily a word is taken for a name of a person. Default: `balanced`. */
  sensitivity?: Sensitivity;
}

/** Find personal data: UTF-16 offsets, sorted, without overlaps. Linear in the length of the text. */
export function detect(text: string, options: DetectOptions = {}): Finding[] {
  const document = readDocument(text, options.language, options.sensitivity);
  const found = entityTypes.flatMap((type) => detectors[type](document));
  const named = [...found, ...numbersBeside(text, found), ...usersBeside(text, found)];
  const findings = [...named, ...birthdaysBeside(text, named)];
  const wanted = new Set<EntityType>(options.entityTypes ?? entityTypes);
  const allowed = new Set((options.allowList ?? []).map(plain));
  return resolveOverlaps(findings, text.length).filter(
    ({ type, start, end }) =>
      wanted.has(type) && (allowed.size === 0 || !allowed.has(plain(text.slice(start, end)))),
  );
}

function plain(value: string): string {
  return fold(value).replace(/\s+/gu, ' ').trim();
}
