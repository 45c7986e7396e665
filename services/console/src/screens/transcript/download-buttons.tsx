import { useMutation } from '@tanstack/react-query';
import type { Transcript } from '@medley/client/browser';
import { useMemo, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { CopyButton } from '../../components/copy-button';
import { useToasts } from '../../components/toasts';
import { saveFile } from '../../device/save-file';
import { useMessages } from '../../i18n/locale';
import { useAccount } from '../../session/account';
import { clock } from './clock';
import { nameOf, type SpeakerNames } from './speaker-names';
import { toPassages } from './to-passages';
import { transcriptMessages } from './transcript-messages';
import type { TranscriptDocument } from './write-docx';

const formats = ['txt', 'srt', 'vtt', 'docx'] as const;
type Format = (typeof formats)[number];

interface DownloadProps {
  taskId: string;
  title: string;
  transcript: Transcript;
  isRedacted: boolean;
  names: SpeakerNames;
  /** The data of the task is deleted: the page has the text, the service has not. */
  isExpired: boolean;
}

/** The transcript to take away: text and subtitles by the service, a document by the page. */
export function DownloadButtons(props: DownloadProps): ReactNode {
  const messages = useMessages(transcriptMessages);
  const { medley } = useAccount();
  const { fail } = useToasts();
  const { taskId, transcript, isRedacted, names, isExpired } = props;
  const title = titleOf(props.title, isRedacted);
  const text = useMemo(() => plainText(transcript, names), [transcript, names]);
  const save = useMutation({
    mutationFn: async (format: Format) => {
      const content =
        format === 'docx'
          ? await docxOf(toDocument(title, transcript, names))
          : new Blob([await medley.tasks.transcript(taskId, { format, redacted: isRedacted })]);
      saveFile(`${title}.${format}`, content);
    },
    onError: fail,
  });
  return (
    <div className="downloads" role="group" aria-label={messages.download}>
      {formats.map((format) => (
        <Button
          key={format}
          icon="download"
          aria-label={`${messages.download} ${format.toUpperCase()}`}
          isBusy={save.isPending && save.variables === format}
          disabled={isExpired && format !== 'docx'}
          onClick={() => save.mutate(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
      <CopyButton text={text} label={messages.copyText} />
    </div>
  );
}

/** The writer of documents is loaded when the first one is asked for. */
async function docxOf(content: TranscriptDocument): Promise<Blob> {
  const { writeDocx } = await import('./write-docx');
  return writeDocx(content);
}

function toDocument(title: string, transcript: Transcript, names: SpeakerNames): TranscriptDocument {
  const turns = toPassages(transcript, 'text').map(({ speaker, isNewSpeaker, start, text }) => ({
    speaker: speaker !== null && isNewSpeaker ? nameOf(speaker, names) : null,
    time: clock(start),
    text,
  }));
  return { title, turns };
}

function plainText(transcript: Transcript, names: SpeakerNames): string {
  return toPassages(transcript, 'text')
    .map(({ speaker, isNewSpeaker, text }) =>
      speaker !== null && isNewSpeaker ? `${nameOf(speaker, names)}: ${text}` : text,
    )
    .join('\n');
}

/** The name of the task without the ending of its file. */
function titleOf(name: string, isRedacted: boolean): string {
  const stem =
    name
      .replace(/\.[^.]{1,5}$/, '')
      .slice(0, 100)
      .trim() || 'transcript';
  return isRedacted ? `${stem} (redacted)` : stem;
}
