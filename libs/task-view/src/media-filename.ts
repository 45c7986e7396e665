const NAME_MAX = 100;
/** Control and formatting characters: line breaks, bidirectional overrides, zero-width ones. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const RESERVED = /["*:<>?|%]/g;

/** The download name of a step's MP3, derived from the file name of the request; never a path, never empty. */
export function mediaFilename(given: string | null, stepId: string): string {
  const last = (given ?? '').split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replace(INVISIBLE, '')
    .replace(RESERVED, '_')
    .replace(/^[.\s]+/, '');
  const stem = [...clean.replace(/\.[^.]{1,5}$/, '')].slice(0, NAME_MAX).join('').trim();
  return `${stem || stepId}.mp3`;
}
