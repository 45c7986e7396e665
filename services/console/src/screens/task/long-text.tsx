import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { CopyButton } from '../../components/copy-button';
import { useMessages } from '../../i18n/locale';
import { taskMessages } from './task-messages';
import './long-text.css';

/** Characters that are shown at first: more would make the page slow. */
const SHOWN_MAX = 8_000;

/** A text as it is, in its own direction; of a long one the beginning. */
export function LongText({ text, isCode = false }: { text: string; isCode?: boolean }): ReactNode {
  const messages = useMessages(taskMessages);
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && text.length > SHOWN_MAX;
  return (
    <div className="long-text">
      <pre className={isCode ? 'long-text-body' : 'long-text-body long-text-prose'} dir="auto" tabIndex={0}>
        {isCut ? `${text.slice(0, SHOWN_MAX)} …` : text}
      </pre>
      <div className="long-text-actions">
        {isCut && (
          <Button look="quiet" onClick={() => setWhole(true)}>
            {messages.showAll}
          </Button>
        )}
        <CopyButton text={text} />
      </div>
    </div>
  );
}
