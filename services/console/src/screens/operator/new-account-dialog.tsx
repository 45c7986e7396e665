import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OperatorNewAccount } from '@medley/client/browser';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { ErrorNotice } from '../../components/error-notice';
import { Field } from '../../components/field';
import { sharedMessages } from '../../components/shared-messages';
import { useMessages } from '../../i18n/locale';
import { accountsMessages } from './accounts-messages';
import { useOperator } from './operator-context';
import { TariffSelect } from './tariff-select';

/** Name, tariff and first balance of a new account. */
export function NewAccountDialog({
  onMade,
  onClose,
}: {
  onMade: (account: OperatorNewAccount) => void;
  onClose: () => void;
}): ReactNode {
  const messages = useMessages(accountsMessages);
  const shared = useMessages(sharedMessages);
  const { operator } = useOperator();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<AccountDraft>({ name: '', tariff: 'standard', credits: '0' });
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => operator.createAccount({ ...draft, credits: Number(draft.credits) }),
    onSuccess: (account) => {
      onMade(account);
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate();
  };
  return (
    <Dialog title={messages.make} onClose={onClose}>
      <form className="operator-form" onSubmit={submit}>
        <AccountFields draft={draft} onChange={(part) => setDraft({ ...draft, ...part })} />
        {error && <ErrorNotice error={error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>{shared.cancel}</Button>
          <Button type="submit" look="primary" disabled={draft.name.trim() === ''} isBusy={isPending}>
            {messages.make}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface AccountDraft {
  name: string;
  tariff: string;
  /** As it is typed. */
  credits: string;
}

function AccountFields({
  draft,
  onChange,
}: {
  draft: AccountDraft;
  onChange: (part: Partial<AccountDraft>) => void;
}): ReactNode {
  const messages = useMessages(accountsMessages);
  return (
    <>
      <Field label={messages.name}>
        <input
          className="input"
          autoComplete="off"
          value={draft.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <TariffSelect value={draft.tariff} onChange={(tariff) => onChange({ tariff })} />
      <Field label={messages.firstCredits}>
        <input
          className="input"
          type="number"
          min="0"
          step="any"
          value={draft.credits}
          onChange={(event) => onChange({ credits: event.target.value })}
        />
      </Field>
    </>
  );
}
