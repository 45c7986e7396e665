import type { EntityType } from '@medley/contracts';
import type { TextDocument } from './text-document';

/** Where a value stands, in UTF-16 code units, `end` exclusive; `score` is 0..1, below one half does not count. */
export interface FoundValue {
  start: number;
  end: number;
  score: number;
}

/** A value of a kind of personal data. */
export interface Match extends FoundValue {
  type: EntityType;
}

/** Finds one kind of personal data. Linear in the length of the text, whatever the text. */
export type Detector = (document: TextDocument) => Match[];
