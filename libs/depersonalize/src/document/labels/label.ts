import type { EntityType } from '@medley/contracts';

/**
 * What a word before a number says besides the kinds of personal data. `OTHER`: something that is no personal data,
 * `SERIES`: the first part of a number of the kind named before it, `DATE`: when something other than a birth was,
 * `WEAK`: something else, unless a word before it says what, `SAID`: what is dictated, unless a word before it says what.
 */
export type NeutralLabel = 'OTHER' | 'SERIES' | 'DATE' | 'WEAK' | 'SAID';

/** What a word before a number says the number is. */
export type Label = EntityType | NeutralLabel;

const neutral: Readonly<Record<NeutralLabel, true>> = {
  OTHER: true,
  SERIES: true,
  DATE: true,
  WEAK: true,
  SAID: true,
};

/** Whether a label names a kind of personal data. */
export function isKindLabel(label: Label | null): label is EntityType {
  return label !== null && !(label in neutral);
}
