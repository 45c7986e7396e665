import type { CustomType } from './custom-type';
import type { OwnSpan } from './own-span';

/** A text of an account that is always hidden. */
export interface DeniedText {
  text: string;
  type: CustomType;
}

/** What an account hides besides what the detectors find. */
export interface OwnRules {
  /** Compared like the allow list, whole words only. */
  denyList?: readonly DeniedText[];
  /** What its patterns have found in the text (`matchPattern`). */
  patternSpans?: readonly OwnSpan[];
}

/** Own rules find more places than `ownRuleLimits.matchesMax`. */
export class TooManyMatches extends Error {}
