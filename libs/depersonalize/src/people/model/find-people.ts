import { describeText } from './describe-text';
import { languageRuns } from './language-runs';
import { tagRun, type PersonModel } from './person-model';
import { spreadMentions } from './spread-mentions';
import { textWindows } from './text-windows';

/** A name in a text; UTF-16 offsets, `end` exclusive. */
export interface PersonSpan {
  start: number;
  end: number;
  /** How sure the model is of its least sure word, 0..1. */
  probability: number;
}

/** The names of people in a text, in order. Linear in its length, in bounded memory. */
export function findPeople(text: string, model: PersonModel): PersonSpan[] {
  const known = new Set<number>();
  return textWindows(text).flatMap((window) => {
    const described = describeText(text, model.lexicons, window);
    const tagged = languageRuns(described).flatMap((run) =>
      tagRun(described, run, model.weights[run.language]),
    );
    const { starts, ends } = described.tokens;
    return [...tagged, ...spreadMentions(described, tagged, known)]
      .sort((a, b) => a.first - b.first)
      .map(({ first, last, probability }) => ({
        start: starts[first] ?? 0,
        end: ends[last] ?? 0,
        probability,
      }));
  });
}
