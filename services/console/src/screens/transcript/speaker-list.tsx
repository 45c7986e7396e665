import { useState, type ReactNode } from 'react';
import { useMessages } from '../../i18n/locale';
import { speakerClass } from './speaker-colour';
import { NAME_MAX, type NamedSpeakers } from './speaker-names';
import { transcriptMessages } from './transcript-messages';

/** Who speaks; a click gives a name. */
export function SpeakerList({
  speakers,
  named,
}: {
  speakers: readonly string[];
  /** Null: names would tell what is redacted. */
  named: NamedSpeakers | null;
}): ReactNode {
  const messages = useMessages(transcriptMessages);
  if (speakers.length === 0) return null;
  return (
    <div className="speakers">
      <ul aria-label={messages.speakers} title={named ? messages.namesKept : undefined}>
        {speakers.map((speaker) => (
          <li key={speaker} className={speakerClass(speaker, speakers)}>
            {named ? (
              <Speaker speaker={speaker} named={named} />
            ) : (
              <span className="speaker-chip">{messages.speaker(speaker)}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Speaker({ speaker, named }: { speaker: string; named: NamedSpeakers }): ReactNode {
  const messages = useMessages(transcriptMessages);
  const [draft, setDraft] = useState<string | null>(null);
  const given = Object.hasOwn(named.names, speaker) ? (named.names[speaker] ?? '') : '';
  const name = given === '' ? messages.speaker(speaker) : given;
  const save = (): void => {
    if (draft !== null && draft !== given) named.rename(speaker, draft);
    setDraft(null);
  };
  if (draft === null)
    return (
      <button
        type="button"
        className="speaker-chip clip"
        aria-label={messages.rename(name)}
        onClick={() => setDraft(given)}
      >
        {name}
      </button>
    );
  return (
    <input
      className="input speaker-input"
      aria-label={messages.nameOf(speaker)}
      value={draft}
      maxLength={NAME_MAX}
      placeholder={messages.speaker(speaker)}
      // The person has just asked to write here.
      autoFocus
      onChange={({ target }) => setDraft(target.value)}
      onBlur={save}
      onKeyDown={({ key }) => {
        if (key === 'Enter') save();
        if (key === 'Escape') setDraft(null);
      }}
    />
  );
}
