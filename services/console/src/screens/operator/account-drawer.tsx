import type { OperatorAccount } from '@medley/client/browser';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { Field } from '../../components/field';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/locale';
import { AccountKeys } from './account-keys';
import { accountsMessages } from './accounts-messages';
import { AskDialog } from './ask-dialog';
import { TariffSelect } from './tariff-select';
import { useOperatorChange } from './use-operator-change';

/** Money, tariff, state and keys of one account. */
export function AccountDrawer({
  of: account,
  onClose,
}: {
  of: OperatorAccount;
  onClose: () => void;
}): ReactNode {
  const messages = useMessages(accountsMessages);
  const { credits, bytes } = useFormats();
  return (
    <Dialog title={account.name} look="drawer" onClose={onClose}>
      <div className="account-parts">
        <code className="faint clip">{account.id}</code>
        <p className="account-figures numbers">
          <strong>{credits(account.balance)}</strong> {messages.creditsUnit}
          <span className="soft">
            {messages.reserved} {credits(account.reserved)} · {messages.charged} {credits(account.charged)} ·{' '}
            {messages.stored} {bytes(account.stored_bytes)}
          </span>
        </p>
        <Credit of={account} />
        <Terms of={account} />
        <AccountKeys accountId={account.id} />
      </div>
    </Dialog>
  );
}

function Credit({ of: { id } }: { of: OperatorAccount }): ReactNode {
  const messages = useMessages(accountsMessages);
  const [amount, setAmount] = useState('');
  // A repeated click, or a repeated request, adds nothing more.
  const [once, setOnce] = useState(() => crypto.randomUUID());
  const add = useOperatorChange({
    work: (operator) => operator.addCredit(id, Number(amount), once),
    said: messages.added,
    onDone: () => {
      setAmount('');
      setOnce(crypto.randomUUID());
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    add.mutate();
  };
  const change = (text: string): void => {
    setAmount(text);
    setOnce(crypto.randomUUID());
  };
  return (
    <form className="operator-form" onSubmit={submit}>
      <Field label={messages.amount} hint={messages.amountHint}>
        <input
          className="input"
          type="number"
          step="any"
          value={amount}
          onChange={(event) => change(event.target.value)}
        />
      </Field>
      <div className="operator-actions">
        <Button type="submit" look="primary" disabled={amount === ''} isBusy={add.isPending}>
          {messages.add}
        </Button>
      </div>
    </form>
  );
}

function Terms({ of: account }: { of: OperatorAccount }): ReactNode {
  const messages = useMessages(accountsMessages);
  const [tariff, setTariff] = useState(account.tariff);
  const [isAsked, setAsked] = useState(false);
  const change = useOperatorChange({
    work: (operator) => operator.changeAccount(account.id, { tariff }),
    said: messages.changed,
  });
  const isSuspended = account.suspended_at !== null;
  const suspend = useOperatorChange({
    work: (operator) => operator.changeAccount(account.id, { suspended: !isSuspended }),
    said: messages.changed,
    onDone: () => setAsked(false),
  });
  return (
    <div className="operator-form">
      <TariffSelect value={tariff} onChange={setTariff} />
      <div className="operator-actions">
        <Button disabled={tariff === account.tariff} isBusy={change.isPending} onClick={change.mutate}>
          {messages.changeTariff}
        </Button>
        {isSuspended ? (
          <Button isBusy={suspend.isPending} onClick={suspend.mutate}>
            {messages.unsuspend}
          </Button>
        ) : (
          <Button look="danger" onClick={() => setAsked(true)}>
            {messages.suspend}
          </Button>
        )}
      </div>
      {isAsked && (
        <AskDialog
          title={messages.suspendTitle}
          text={messages.suspendText}
          action={messages.suspend}
          isBusy={suspend.isPending}
          onConfirm={suspend.mutate}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  );
}
