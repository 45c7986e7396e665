import type { ReactNode } from 'react';
import { Card } from '../../components/card';
import { CopyButton } from '../../components/copy-button';
import { Button, IconButton } from '../../components/button';
import { sharedMessages } from '../../components/shared-messages';
import { saveFile } from '../../device/save-file';
import { useMessages } from '../../i18n/locale';
import { entityNames, lookOf, nameOf } from './entity-looks';
import { MarkedText } from './marked-text';
import type { MarkedTexts } from './mentions';
import { redactionMessages } from './redaction-messages';
import type { Source } from './source-text';
import { useJoinedMarks, type JoinedMarks } from './use-joined-marks';

interface TextsCardProps {
  source: Source;
  marked: MarkedTexts;
  /** The text with the replacements. */
  text: string;
  fileName: string;
  /** Leave this word in the text; null: what is shown cannot run again. */
  onKeep: ((word: string) => void) | null;
}

/** Both texts side by side, joined by their marks. */
export function TextsCard({ source, marked, text, fileName, onKeep }: TextsCardProps): ReactNode {
  const messages = useMessages(redactionMessages);
  const shared = useMessages(sharedMessages);
  const marks = useJoinedMarks(marked.mentions.length);
  return (
    <Card
      title={messages.texts}
      aside={
        <span className="texts-actions">
          <CopyButton text={text} label={shared.copy} title={messages.copyAfter} />
          <Button
            icon="download"
            onClick={() => saveFile(fileName, new Blob([text], { type: 'text/plain;charset=utf-8' }))}
          >
            TXT
          </Button>
        </span>
      }
    >
      {marked.mentions.length > 0 && <MentionBar marked={marked} marks={marks} onKeep={onKeep} />}
      <Sides source={source} marked={marked} text={text} marks={marks} />
    </Card>
  );
}

function Sides({
  source,
  marked,
  text,
  marks,
}: Pick<TextsCardProps, 'source' | 'marked' | 'text'> & { marks: JoinedMarks }): ReactNode {
  const messages = useMessages(redactionMessages);
  const names = useMessages(entityNames);
  const nameOfType = (type: string): string => nameOf(names, type);
  const reason = 'missing' in source ? source.missing : 'changed';
  return (
    <div className="sides" ref={marks.container}>
      <section className="side" aria-label={messages.before}>
        <h3>{messages.before}</h3>
        {marked.before ? (
          <div className="side-text" dir="auto" tabIndex={0}>
            <MarkedText parts={marked.before} side="before" nameOfType={nameOfType} />
          </div>
        ) : (
          <p className="side-none soft">{messages[reason]}</p>
        )}
      </section>
      <section className="side" aria-label={messages.after}>
        <h3>{messages.after}</h3>
        <div className="side-text" dir="auto" tabIndex={0}>
          {marked.after ? <MarkedText parts={marked.after} side="after" nameOfType={nameOfType} /> : text}
        </div>
      </section>
    </div>
  );
}

/** Walks through the mentions, by buttons too, and says what the chosen one is. */
function MentionBar({
  marked: { mentions },
  marks: { current, step },
  onKeep,
}: Pick<TextsCardProps, 'marked' | 'onKeep'> & { marks: JoinedMarks }): ReactNode {
  const messages = useMessages(redactionMessages);
  const names = useMessages(entityNames);
  const chosen = current === null ? undefined : mentions[current];
  const original = chosen?.original ?? null;
  return (
    <div className="mention-bar">
      <span className="mention-steps">
        <IconButton icon="back" label={messages.previous} onClick={() => step(-1)} />
        <span className="numbers soft">
          {messages.position(chosen ? chosen.index + 1 : 0, mentions.length)}
        </span>
        <IconButton icon="next" label={messages.next} onClick={() => step(1)} />
      </span>
      <span className="mention" role="status">
        {chosen ? (
          <>
            <span className={`mark ${lookOf(chosen.type)}`}>{nameOf(names, chosen.type)}</span>
            {original !== null && <span className="clip mention-word">{original}</span>}
            <span className="soft">→</span>
            <span className="clip mention-word">{chosen.replacement}</span>
            <span className="soft mention-count">
              {messages.mentions(mentions.filter(({ group }) => group === chosen.group).length)}
            </span>
          </>
        ) : (
          <span className="soft">{messages.chooseHint}</span>
        )}
      </span>
      {onKeep && original !== null && (
        <Button look="quiet" onClick={() => onKeep(original)}>
          {messages.keepIt}
        </Button>
      )}
    </div>
  );
}
