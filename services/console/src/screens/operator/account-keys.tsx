import { useQuery } from '@tanstack/react-query';
import type { Key, KeyRole } from '@medley/client/browser';
import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { Field } from '../../components/field';
import { ErrorState, Skeleton } from '../../components/states';
import { useMessages } from '../../i18n/locale';
import { accountsMessages } from './accounts-messages';
import { AskDialog } from './ask-dialog';
import { useOperator } from './operator-context';
import { ShownSecret } from './shown-secret';
import { useOperatorChange } from './use-operator-change';

const roles: readonly KeyRole[] = ['owner', 'tasks', 'read'];

/** The keys of an account: list, make, deactivate. */
export function AccountKeys({ accountId }: { accountId: string }): ReactNode {
  const messages = useMessages(accountsMessages);
  const { operator } = useOperator();
  const [secret, setSecret] = useState<string | null>(null);
  const [role, setRole] = useState<KeyRole>('owner');
  const { data, error, refetch } = useQuery({
    queryKey: ['operator', 'keys', accountId],
    queryFn: ({ signal }) => operator.keys(accountId, { signal }),
  });
  const make = useOperatorChange({
    work: (one) => one.createKey(accountId, { role }),
    said: messages.made,
    onDone: (key) => setSecret(key.secret),
  });
  return (
    <section className="account-keys" aria-label={messages.keys}>
      <h3>{messages.keys}</h3>
      {secret !== null && <ShownSecret secret={secret} onStored={() => setSecret(null)} />}
      {data?.length === 0 && <p className="soft">{messages.noKeys}</p>}
      {data && data.length > 0 && (
        <ul>
          {data.map((key) => (
            <KeyLine key={key.id} of={key} accountId={accountId} />
          ))}
        </ul>
      )}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={2} height={34} />}
      <div className="account-new-key">
        <Field label={messages.role}>
          <select
            className="input"
            value={role}
            onChange={(event) => setRole(roles.find((one) => one === event.target.value) ?? role)}
          >
            {roles.map((one) => (
              <option key={one} value={one}>
                {messages[one]}
              </option>
            ))}
          </select>
        </Field>
        <Button icon="plus" isBusy={make.isPending} onClick={make.mutate}>
          {messages.makeKey}
        </Button>
      </div>
    </section>
  );
}

function KeyLine({ of: key, accountId }: { of: Key; accountId: string }): ReactNode {
  const messages = useMessages(accountsMessages);
  const [isAsked, setAsked] = useState(false);
  const deactivate = useOperatorChange({
    work: (operator) => operator.deactivateKey(accountId, key.id),
    said: messages.deactivated,
    onDone: () => setAsked(false),
  });
  return (
    <li className="account-key">
      <span className="clip">
        {key.name ?? messages.unnamed} <code className="faint">…{key.last4}</code>
      </span>
      <span className="soft">
        {messages[key.role]} · {key.active ? messages.active : messages.inactive}
      </span>
      {key.active && (
        <Button look="danger" onClick={() => setAsked(true)}>
          {messages.deactivate}
        </Button>
      )}
      {isAsked && (
        <AskDialog
          title={messages.deactivate}
          text={messages.deactivateText}
          action={messages.deactivate}
          isBusy={deactivate.isPending}
          onConfirm={deactivate.mutate}
          onClose={() => setAsked(false)}
        />
      )}
    </li>
  );
}
