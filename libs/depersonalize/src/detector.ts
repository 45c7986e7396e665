import type { EntityType } from '@medley/contracts';
import type { TextDocument } from './text-document';

/** Something found. Offsets are UTF-16 code units, `end` exclusive; `score` is 0..1, below one half does not count. */
export interface Finding {
  start: number;
  end: number;
  type: EntityType;
  score: number;
}

/** Finds one kind of personal data. Linear in the length of the text, whatever the text. */
export type Detector = (document: TextDocument) => Finding[];
