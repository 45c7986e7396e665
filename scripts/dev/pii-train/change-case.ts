import type { LabelledText } from './labelled-text';

/** The text in lower case and in upper case; left out where that would shift offsets. */
export function changeCase(labelled: LabelledText): LabelledText[] {
  return [labelled.text.toLowerCase(), labelled.text.toUpperCase()]
    .filter((text) => text.length === labelled.text.length)
    .map((text) => ({ ...labelled, text, isCopy: true }));
}
