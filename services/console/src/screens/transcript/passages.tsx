import { memo, useCallback, useDeferredValue, type MouseEvent, type ReactNode } from 'react';
import { useMessages } from '../../i18n/locale';
import { clock } from './clock';
import type { Passage } from './passage';
import type { SoundPlayer } from './sound-player';
import { speakerClass } from './speaker-colour';
import { nameOf, type SpeakerNames } from './speaker-names';
import { markAt } from './timeline';
import { transcriptMessages } from './transcript-messages';

/** Passages on the page at first; the others follow without blocking it. */
const FIRST = 150;

interface PassagesProps {
  list: React.RefObject<HTMLOListElement | null>;
  passages: readonly Passage[];
  speakers: readonly string[];
  names: SpeakerNames;
  /** Null: there is nothing to listen to. */
  player: SoundPlayer | null;
}

/** The text; a click plays from the word. What is out of sight is in the document, but not laid out. */
export const Passages = memo(function Passages({
  list,
  passages,
  speakers,
  names,
  player,
}: PassagesProps): ReactNode {
  const messages = useMessages(transcriptMessages);
  const shown = useDeferredValue(passages, passages.slice(0, FIRST));
  const onSeek = useCallback((seconds: number) => player?.seek(seconds), [player]);
  return (
    <ol
      ref={list}
      className={player ? 'passages passages-playable' : 'passages'}
      onClick={(event) => player && seekToWord(event, shown, player)}
    >
      {shown.map((passage) => (
        <Row
          key={passage.index}
          passage={passage}
          colour={speakerClass(passage.speaker, speakers)}
          name={passage.speaker === null ? null : nameOf(passage.speaker, names)}
          title={messages.seekTo(clock(passage.start))}
          onSeek={player ? onSeek : null}
        />
      ))}
    </ol>
  );
});

const Row = memo(function Row({
  passage,
  colour,
  name,
  title,
  onSeek,
}: {
  passage: Passage;
  colour: string;
  name: string | null;
  title: string;
  onSeek: ((seconds: number) => void) | null;
}): ReactNode {
  const { index, start, text, isNewSpeaker } = passage;
  return (
    <li className={isNewSpeaker ? 'passage passage-first' : 'passage'} data-passage={index}>
      <span className={`passage-speaker clip ${colour}`}>{isNewSpeaker && name}</span>
      {onSeek ? (
        <button
          type="button"
          className="passage-time numbers"
          aria-label={title}
          onClick={() => onSeek(start)}
        >
          {clock(start)}
        </button>
      ) : (
        <span className="passage-time numbers">{clock(start)}</span>
      )}
      <p className="passage-text" dir="auto">
        {text}
      </p>
    </li>
  );
});

/** Who selects text does not mean to play it. */
function seekToWord(
  { target, clientX, clientY }: MouseEvent,
  passages: readonly Passage[],
  player: SoundPlayer,
): void {
  const row = target instanceof Element ? target.closest('.passage-text')?.parentElement : null;
  const passage = passages[Number(row?.dataset['passage'])];
  if (!passage || getSelection()?.isCollapsed === false) return;
  player.seek(markAt(passage, offsetAt(clientX, clientY))?.start ?? passage.start);
}

function offsetAt(x: number, y: number): number {
  if ('caretPositionFromPoint' in document) return document.caretPositionFromPoint(x, y)?.offset ?? 0;
  // The older name, of Safari.
  const older = document as unknown as { caretRangeFromPoint?(x: number, y: number): Range | null };
  return older.caretRangeFromPoint?.(x, y)?.startOffset ?? 0;
}
