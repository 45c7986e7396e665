import type { LabelledText } from './labelled-text';

/** The text all in small letters and all in capitals; none where that would move the names. */
export function changeCase(labelled: LabelledText): LabelledText[] {
  return [labelled.text.toLowerCase(), labelled.text.toUpperCase()]
    .filter((text) => text.length === labelled.text.length)
    .map((text) => ({ ...labelled, text, isCopy: true }));
}
