/** What keeps the writing of subtitles linear in the length of the transcript, whatever a speech engine returned. */
export const subtitleLimits = {
  /** UTF-16 units given to `Intl.Segmenter` at once: its time grows with the square of them. */
  segmenterWindowMax: 256,
  /** Words tried as the first one of a segment; people say fewer in the two seconds around its start. */
  candidateWordsMax: 64,
  /** Letters and digits of a text that may lie between two segments of its transcript. */
  unmatchedMax: 200,
} as const;
