/** What keeps the writing of subtitles linear in the transcript, whatever an engine said. */
export const transcriptLimits = {
  /** UTF-16 units that are segmented at once: the time that `Intl.Segmenter` takes grows with the square of them. */
  segmentedAtOnceMax: 256,
  /** Words that are tried as the first one of a segment; people say fewer in the two seconds around its start. */
  firstWordsMax: 64,
} as const;
