import type { Task, Transcript } from '@medley/client/browser';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { Segmented } from '../../components/segmented';
import { EmptyState } from '../../components/states';
import { taskName } from '../../components/task-name';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/locale';
import { DownloadButtons } from './download-buttons';
import { findSound } from './find-sound';
import type { Passage } from './passage';
import { Passages } from './passages';
import { PlayerBar } from './player-bar';
import { SearchBar } from './search-bar';
import { SoundPlayer } from './sound-player';
import { SpeakerList } from './speaker-list';
import { useSpeakerNames, type SpeakerNames } from './speaker-names';
import { toPassages } from './to-passages';
import { transcriptMessages } from './transcript-messages';
import { useActiveCue } from './use-active-cue';
import { useSearch } from './use-search';
import type { ShownTranscript } from './use-shown-transcript';

interface ReaderProps {
  task: Task;
  transcript: Transcript;
  shown: ShownTranscript;
}

/** A transcript to read and to listen to. */
export function Reader(props: ReaderProps): ReactNode {
  const messages = useMessages(transcriptMessages);
  const { task, transcript, shown } = props;
  const { isRedacted, view } = shown;
  const passages = useMemo(() => toPassages(transcript, view), [transcript, view]);
  const named = useSpeakerNames(task.id);
  if (passages.length === 0)
    return (
      <EmptyState icon="text" title={messages.empty}>
        <p>{messages.emptyHint}</p>
      </EmptyState>
    );
  // Names that a person gave would tell what is redacted.
  const names = isRedacted ? noNames : named.names;
  return (
    <div className="transcript">
      <div className="transcript-above">
        <SpeakerList speakers={transcript.speakers} named={isRedacted ? null : named} />
        <DownloadButtons
          taskId={task.id}
          title={taskName(task)}
          transcript={transcript}
          isRedacted={isRedacted}
          names={names}
          isExpired={task.expired}
        />
      </div>
      <Listening {...props} passages={passages} names={names} />
    </div>
  );
}

const noNames: SpeakerNames = {};

/** The text, lit as it is heard, under the sound and the tools. */
function Listening({
  task,
  transcript,
  shown,
  passages,
  names,
}: ReaderProps & { passages: readonly Passage[]; names: SpeakerNames }): ReactNode {
  const messages = useMessages(transcriptMessages);
  const { isRedacted, view } = shown;
  const list = useRef<HTMLOListElement>(null);
  const [player] = useState(() => new SoundPlayer());
  const following = useActiveCue(list, player, passages);
  const search = useSearch(list, passages, following.pause);
  const sound = task.expired ? null : findSound(task, isRedacted);
  const sounding = { taskId: task.id, player, duration: transcript.duration };
  return (
    <>
      <div className="transcript-bar">
        {sound && <PlayerBar key={sound.stepId} sound={sound} {...sounding} />}
        <div className="transcript-tools">
          <Choices shown={shown} />
          <SearchBar search={search} />
        </div>
      </div>
      {sound && !following.isFollowing && (
        <Button className="transcript-follow" icon="down" onClick={following.follow}>
          {messages.follow}
        </Button>
      )}
      <Notes task={task} hasSound={sound !== null} isRedacted={isRedacted} />
      <Passages
        key={`${view} ${isRedacted}`}
        list={list}
        passages={passages}
        speakers={transcript.speakers}
        names={names}
        player={sound && player}
      />
    </>
  );
}

function Choices({ shown }: { shown: ShownTranscript }): ReactNode {
  const messages = useMessages(transcriptMessages);
  const { view, isRedacted, hasBoth, choose } = shown;
  return (
    <>
      <Segmented
        label={messages.view}
        value={view}
        choices={[
          { value: 'text', label: messages.text },
          { value: 'segments', label: messages.segments },
        ]}
        onChange={(value) => choose({ view: value })}
      />
      {hasBoth && (
        <Segmented
          label={messages.version}
          value={isRedacted ? 'redacted' : 'clear'}
          choices={[
            { value: 'clear', label: messages.clear },
            { value: 'redacted', label: messages.redacted },
          ]}
          onChange={(value) => choose({ version: value })}
        />
      )}
    </>
  );
}

/** What is missing, and until when the rest is there. */
function Notes({
  task,
  hasSound,
  isRedacted,
}: {
  task: Task;
  hasSound: boolean;
  isRedacted: boolean;
}): ReactNode {
  const messages = useMessages(transcriptMessages);
  const { dateTime } = useFormats();
  const until = dateTime(task.expires_at);
  if (task.expired) return <p className="transcript-note">{messages.gone(until)}</p>;
  const missing = isRedacted ? messages.noRedactedSound : messages.noSound;
  return (
    <p className="transcript-note">
      {!hasSound && task.status !== 'pending' && `${missing} `}
      {task.status !== 'pending' && (hasSound ? messages.deletedAt(until) : messages.textDeletedAt(until))}
    </p>
  );
}
