import type { Detector, Match } from '../document/detector';
import type { KindProfile } from '../document/kind-profile';
import type { TextDocument } from '../document/text-document';
import type { Fake } from '../fakes/fake';

/**
 * A kind of personal data: everything that the engine knows of it. A kind is one object in a folder here and one row of
 * the registry; nothing else names it.
 */
export interface EntityKind extends KindProfile {
  detect: Detector;
  /** Values that only what all detectors found shows to be such; what they found is given with their guesses. */
  detectByContext?: (document: TextDocument, found: readonly Match[]) => Match[];
  /** Values that a reader of their own finds where they are said or spelled: «иван собака почта ру», “K-O-W-A-L”. */
  detectSpoken?: Detector;
  /** Makes a stand-in; null: stand-ins are made for all values of a text together. */
  fake: Fake | null;
  /** What is equal for two ways to write one value. Default: its letters and digits. */
  normalise?: (value: string) => string;
  /** What models call the kind when they translate a marker or spell it their way; only believed inside brackets. */
  markerWords: readonly string[];
}
