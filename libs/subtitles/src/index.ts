/**
 * Writes a transcript as plain text, SubRip or WebVTT. Pure: no I/O, no clock.
 *
 * Steps: the words of the transcript are assigned to its segments (`assign-words`), each segment is split into units that
 * are never broken (`split-units`), each unit gets a start and an end (`time-units`), the units of a segment are split into
 * cues and lines where a break costs least (`split-cues`, `break-cost`), and the times of the cues are made to fit each
 * other (`adjust-timings`). A cue has two lines of 42 columns at most and lasts 1 to 7 seconds; every step is linear in the
 * length of the transcript, whatever a speech engine returned (`subtitle-limits`).
 */
export { transcriptWriters } from './transcript-writers';
export { redactTranscript } from './redact-transcript';
export { timeEntities } from './time-entities';
export type { SubtitleFormat } from './transcript-writers';
