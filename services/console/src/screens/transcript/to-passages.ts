import type { Transcript } from '@medley/client/browser';
import type { Mark, Passage } from './passage';
import { placeWords } from './place-words';

export type TranscriptView = 'text' | 'segments';

/** A pause of this many seconds, or this many characters, begin a new paragraph; the second only after a sentence. */
const PAUSE_S = 3;
const PARAGRAPH = 500;
const PARAGRAPH_MAX = 2_000;
const SENTENCE_END = /[.!?…。！？]["»”’)]?$/;

/** The passages of a transcript: its segments, or the paragraphs that they make. */
export function toPassages(transcript: Transcript, view: TranscriptView): Passage[] {
  const segments = transcript.segments.map((one) => ({ ...one, text: one.text.trim() }));
  const placed = placeWords(segments, transcript.words ?? []);
  const drafts: Draft[] = [];
  segments.forEach(({ speaker, start, end, text }, index) => {
    if (text === '') return;
    const next = { speaker, start, end, text, marks: placed[index] ?? [] };
    const last = drafts.at(-1);
    if (last && view === 'text' && continues(last, next)) append(last, next);
    else drafts.push(next);
  });
  return drafts.map((draft, index) => ({
    ...draft,
    index,
    isNewSpeaker: draft.speaker !== null && draft.speaker !== drafts[index - 1]?.speaker,
  }));
}

type Draft = Omit<Passage, 'index' | 'isNewSpeaker'> & { marks: Mark[] };

function continues(last: Draft, next: Draft): boolean {
  if (last.speaker !== next.speaker || next.start - last.end > PAUSE_S) return false;
  const { length } = last.text;
  return length < PARAGRAPH || (length < PARAGRAPH_MAX && !SENTENCE_END.test(last.text.slice(-3)));
}

function append(last: Draft, next: Draft): void {
  const shift = last.text.length + 1;
  for (const mark of next.marks) last.marks.push({ ...mark, from: mark.from + shift, to: mark.to + shift });
  last.text += ` ${next.text}`;
  last.end = Math.max(last.end, next.end);
}
