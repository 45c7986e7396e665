/** Colours that there are in transcript.css. */
const COLOURS = 6;

/** The class with the colour of a speaker: the same in all views. */
export function speakerClass(speaker: string | null, speakers: readonly string[]): string {
  const at = speaker === null ? -1 : speakers.indexOf(speaker);
  return at < 0 ? '' : `speaker-${(at % COLOURS) + 1}`;
}
