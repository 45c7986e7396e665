import type { RecognitionResult } from './engines/speech-engine';
import type { TranscribedChunk } from './chunks/transcribed-chunk';
import type { MergedResult } from './chunks/merge-chunks';
import { assignSpeakers } from './diarization/assign-speakers';
import { linkSpeakers } from './diarization/link-speakers';
import type { Diarization, SpeakerTurn } from './diarization/speaker-turn';

const NO_TIMES =
  'speakers are not separated: the speech engine does not say when something was said, only what';

/** Whether the engine told speakers apart. */
export function hasSpeakers(chunks: readonly TranscribedChunk[]): boolean {
  return chunks.some(({ heard }) => turnsOf(heard).length > 0);
}

/** The same chunks, in which a speaker has one label: an engine's own labels are good within a chunk only. */
export async function linkChunkSpeakers(
  wavPath: string,
  chunks: readonly TranscribedChunk[],
  signal: AbortSignal,
): Promise<TranscribedChunk[]> {
  const turns = chunks.map(({ heard }) => turnsOf(heard));
  if (turns.filter((ofChunk) => ofChunk.length > 0).length < 2) return [...chunks];
  const labels = await linkSpeakers(wavPath, turns, signal);
  return chunks.map((chunk, index) => ({
    ...chunk,
    heard: relabel(chunk.heard, labels[index] ?? new Map()),
  }));
}

/** What was heard, by whom. A text without times of which several spoke is nobody's. */
export function labelSpeakers(
  heard: MergedResult,
  chunks: readonly TranscribedChunk[],
  { turns, warnings }: Diarization,
): { heard: MergedResult; warnings: readonly string[] } {
  if (heard.text === '') return { heard, warnings: [] };
  const isTimed = heard.words !== null || chunks.every((chunk) => chunk.heard.segments !== null);
  if (!isTimed && new Set(turns.map(({ speaker }) => speaker)).size > 1) {
    return { heard, warnings: [NO_TIMES] };
  }
  const { segments, words } = assignSpeakers(heard.segments, heard.words, turns);
  return { heard: { ...heard, segments, words }, warnings };
}

function turnsOf({ segments, words }: RecognitionResult): SpeakerTurn[] {
  const source = words?.some(({ speaker }) => speaker !== null) ? words : (segments ?? []);
  return source.flatMap(({ start, end, speaker }) => (speaker === null ? [] : [{ start, end, speaker }]));
}

function relabel(heard: RecognitionResult, labels: ReadonlyMap<string, string>): RecognitionResult {
  const rename = <T extends { speaker: string | null }>(one: T): T => ({
    ...one,
    speaker: one.speaker === null ? null : (labels.get(one.speaker) ?? null),
  });
  return {
    ...heard,
    segments: heard.segments?.map(rename) ?? null,
    words: heard.words?.map(rename) ?? null,
  };
}
