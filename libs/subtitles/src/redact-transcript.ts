import type { FoundEntity, RedactedTranscript, TranscribeOutput } from '@medley/contracts';
import { normalizeForMatching } from './normalize-for-matching';
import { locateSegments, type TextRange } from './locate-segments';

/** Text of a segment that was not found in the depersonalized text: nothing of it is shown. */
const UNKNOWN = '[…]';

/**
 * The segments of a transcript with the replacements of a depersonalization. Pure and linear. `source` is the text whose
 * `entities` were found, in order and without overlaps. The text of a segment is taken from `source`, so that a segment
 * which is not part of it is left out; a replacement that crosses segments stands in the first one.
 */
export function redactTranscript(
  { segments, language, duration, speakers }: Pick<TranscribeOutput, keyof RedactedTranscript>,
  source: string,
  entities: readonly FoundEntity[],
): RedactedTranscript {
  const ranges = locateSegments(
    segments.map(({ text }) => text),
    source,
  );
  const redact = createRedactor(source, entities);
  return {
    language,
    duration,
    segments: segments.map(({ id, start, end, text, speaker }, index) => {
      const range = ranges[index];
      const shown = range ? redact(range) : normalizeForMatching(text) === '' ? '' : UNKNOWN;
      return { id, start, end, text: shown, speaker };
    }),
    speakers,
  };
}

/** Redacts ranges of `source`, which must be given in ascending order. */
function createRedactor(source: string, entities: readonly FoundEntity[]): (range: TextRange) => string {
  let next = 0;
  let shownAt = -1;
  return ({ start, end }) => {
    let text = '';
    let at = start;
    while ((entities[next]?.end ?? Infinity) <= start) next += 1;
    for (let index = next; (entities[index]?.start ?? Infinity) < end; index += 1) {
      const entity = entities[index];
      if (!entity) break;
      text += source.slice(at, Math.max(at, entity.start));
      if (index > shownAt) text += entity.replacement;
      shownAt = Math.max(shownAt, index);
      at = Math.min(end, entity.end);
    }
    return (text + source.slice(at, end)).trim();
  };
}
