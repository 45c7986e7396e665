import type { Heard } from './engines/speech-engine';
import type { HeardPiece } from './pieces/heard-piece';
import type { JoinedHeard } from './pieces/join-heard';
import { assignSpeakers } from './speakers/assign-speakers';
import { linkSpeakers } from './speakers/link-speakers';
import type { SeparatedSpeakers, SpeakerTurn } from './speakers/speaker-turn';

const NO_TIMES =
  'speakers are not separated: the speech engine does not say when something was said, only what';

/** Whether the engine told speakers apart. */
export function hasSpeakers(pieces: readonly HeardPiece[]): boolean {
  return pieces.some(({ heard }) => turnsOf(heard).length > 0);
}

/** The same pieces, in which a speaker has one label: an engine's own labels are good within a piece only. */
export async function linkPieces(
  wavPath: string,
  pieces: readonly HeardPiece[],
  signal: AbortSignal,
): Promise<HeardPiece[]> {
  const turns = pieces.map(({ heard }) => turnsOf(heard));
  if (turns.filter((ofPiece) => ofPiece.length > 0).length < 2) return [...pieces];
  const labels = await linkSpeakers(wavPath, turns, signal);
  return pieces.map((piece, index) => ({
    ...piece,
    heard: relabel(piece.heard, labels[index] ?? new Map()),
  }));
}

/** What was heard, by whom. A text without times of which several spoke is nobody's. */
export function nameTurns(
  heard: JoinedHeard,
  pieces: readonly HeardPiece[],
  { turns, warnings }: SeparatedSpeakers,
): { heard: JoinedHeard; warnings: readonly string[] } {
  if (heard.text === '') return { heard, warnings: [] };
  const isTimed = heard.words !== null || pieces.every((piece) => piece.heard.segments !== null);
  if (!isTimed && new Set(turns.map(({ speaker }) => speaker)).size > 1) {
    return { heard, warnings: [NO_TIMES] };
  }
  const { segments, words } = assignSpeakers(heard.segments, heard.words, turns);
  return { heard: { ...heard, segments, words }, warnings };
}

function turnsOf({ segments, words }: Heard): SpeakerTurn[] {
  const source = words?.some(({ speaker }) => speaker !== null) ? words : (segments ?? []);
  return source.flatMap(({ start, end, speaker }) => (speaker === null ? [] : [{ start, end, speaker }]));
}

function relabel(heard: Heard, labels: ReadonlyMap<string, string>): Heard {
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
