/** What keeps the writing of subtitles linear in the length of the transcript, whatever a speech engine returned. */
export const subtitleLimits = {
  /** UTF-16 units given to `Intl.Segmenter` at once: its time grows with the square of them. */
  segmenterWindowMax: 256,
  /** Words tried as the first one of a segment; people say fewer in the two seconds around its start. */
  candidateWordsMax: 64,
} as const;
