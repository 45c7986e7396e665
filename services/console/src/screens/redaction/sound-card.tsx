import type { RedactOutput, Task } from '@medley/client/browser';
import { useRef, type ReactNode } from 'react';
import { Card } from '../../components/card';
import { localLink } from '../../device/local-link';
import { useMessages } from '../../i18n/locale';
import { entityNames, lookOf, nameOf } from './entity-looks';
import { redactionMessages } from './redaction-messages';

/** The recordings of a task in which personal data cannot be heard; a stretch that was taken out is a click away. */
export function SoundCards({ task }: { task: Task }): ReactNode {
  return task.steps.map(({ id, name }) => {
    const output = task.output?.[id];
    return name === 'redact' && output && 'redactions' in output ? (
      <SoundCard key={id} output={output} />
    ) : null;
  });
}

function SoundCard({ output }: { output: RedactOutput }): ReactNode {
  const messages = useMessages(redactionMessages);
  const names = useMessages(entityNames);
  const audio = useRef<HTMLAudioElement>(null);
  const seek = (start: number): void => {
    if (!audio.current) return;
    // A moment before: the beep is heard to begin.
    audio.current.currentTime = Math.max(0, start - 1);
    void audio.current.play();
  };
  return (
    <Card title={messages.sound}>
      <div className="sound">
        <audio ref={audio} controls preload="metadata" src={localLink(output.url)} />
        {output.redactions.length === 0 && <p className="soft">{messages.nothingHeard}</p>}
        <ul className="stretches" aria-label={messages.stretches}>
          {output.redactions.map(({ start, end, type }) => (
            <li key={`${start} ${end}`}>
              <button type="button" className="stretch numbers" onClick={() => seek(start)}>
                {clock(start)}–{clock(end)}
                <span className={`mark ${lookOf(type)}`}>{nameOf(names, type)}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

/** `1:04.5` */
function clock(seconds: number): string {
  const rest = (seconds % 60).toFixed(1).padStart(4, '0');
  return `${Math.floor(seconds / 60)}:${rest}`;
}
