import type { Key } from '@medley/client/browser';
import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { Ago } from '../../components/time';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/locale';
import { useNow } from '../../live/use-now';
import { useAccount } from '../../session/account';
import { EndKeyDialog } from './end-key-dialog';
import { KeyDialog } from './key-dialog';
import { keysMessages } from './keys-messages';
import { useKeyChange } from './use-key-change';

const RENEWED_MS = 15_000;

export function KeyRow({ of: key }: { of: Key }): ReactNode {
  const messages = useMessages(keysMessages);
  const { dateTime } = useFormats();
  const own = useAccount().key.id === key.id;
  const now = useNow(RENEWED_MS);
  const isExpired = key.expires_at !== null && Date.parse(key.expires_at) <= now;
  const state = isExpired ? 'expired' : key.active ? 'active' : 'inactive';
  return (
    <li className="key-row">
      <div className="key-main">
        <p className="key-name">
          <strong className="clip">{key.name ?? messages.unnamed}</strong>
          <code className="faint">…{key.last4}</code>
        </p>
        <p className="key-facts numbers">
          <span className={`key-${state}`}>{messages[state]}</span>
          <span>{messages.shortRole(key.role)}</span>
          {key.expires_at !== null && <span>{messages.until(dateTime(key.expires_at))}</span>}
          <Budget of={key} />
          {own && <span>{messages.thisKey}</span>}
        </p>
      </div>
      <p className="key-times soft">
        <span>
          {messages.created} <Ago time={key.created_at} />
        </span>
        <span>
          {messages.used} {key.last_used_at === null ? messages.never : <Ago time={key.last_used_at} />}
        </span>
      </p>
      <KeyActions of={key} />
    </li>
  );
}

function Budget({ of: { budget } }: { of: Key }): ReactNode {
  const messages = useMessages(keysMessages);
  const { credits } = useFormats();
  if (!budget) return null;
  const amounts = [credits(budget.spent), credits(budget.credits)] as const;
  return (
    <span>
      {budget.period === 'day' ? messages.spentOfDay(...amounts) : messages.spentOfMonth(...amounts)}
    </span>
  );
}

function KeyActions({ of: key }: { of: Key }): ReactNode {
  const messages = useMessages(keysMessages);
  const [asked, setAsked] = useState<'change' | 'deactivate' | 'delete' | null>(null);
  const close = (): void => setAsked(null);
  const activate = useKeyChange({
    work: (medley) => medley.keys.change(key.id, { active: true }),
    said: messages.saved,
  });
  return (
    <div className="key-actions">
      <Button aria-label={messages.changeOf(key.name ?? key.last4)} onClick={() => setAsked('change')}>
        {messages.change}
      </Button>
      {key.active ? (
        <Button onClick={() => setAsked('deactivate')}>{messages.deactivate}</Button>
      ) : (
        <Button isBusy={activate.isPending} onClick={activate.mutate}>
          {messages.activate}
        </Button>
      )}
      <Button look="danger" icon="trash" onClick={() => setAsked('delete')}>
        {messages.delete}
      </Button>
      {asked === 'change' && <KeyDialog before={key} onClose={close} />}
      {(asked === 'deactivate' || asked === 'delete') && (
        <EndKeyDialog of={key} how={asked} onClose={close} />
      )}
    </div>
  );
}
