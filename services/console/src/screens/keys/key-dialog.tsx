import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Key, NewKey } from '@medley/client/browser';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { ErrorNotice } from '../../components/error-notice';
import { sharedMessages } from '../../components/shared-messages';
import { useToasts } from '../../components/toasts';
import { useMessages } from '../../i18n/locale';
import { useAccount } from '../../session/account';
import { draftOf, requestOf, type KeyDraft } from './key-draft';
import { KeyFields } from './key-fields';
import { keysMessages } from './keys-messages';

/** Makes a key, or changes the one of `before`. */
export function KeyDialog({
  before,
  onMade,
  onClose,
}: {
  before: Key | null;
  onMade?: (made: NewKey) => void;
  onClose: () => void;
}): ReactNode {
  const messages = useMessages(keysMessages);
  const shared = useMessages(sharedMessages);
  const [draft, setDraft] = useState(() => draftOf(before));
  const save = useSave({ before, draft, onMade, onClose });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog title={before ? messages.changeTitle : messages.makeTitle} onClose={onClose}>
      <form className="key-form" onSubmit={submit}>
        <KeyFields draft={draft} onChange={(part) => setDraft({ ...draft, ...part })} />
        {save.error && <ErrorNotice error={save.error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>{shared.cancel}</Button>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            {before ? messages.save : messages.make}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function useSave({
  before,
  draft,
  onMade,
  onClose,
}: {
  before: Key | null;
  draft: KeyDraft;
  onMade: ((made: NewKey) => void) | undefined;
  onClose: () => void;
}): { mutate: () => void; error: Error | null; isPending: boolean } {
  const messages = useMessages(keysMessages);
  const { medley } = useAccount();
  const { say } = useToasts();
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      if (before) await medley.keys.change(before.id, changesOf(before, draft));
      else onMade?.(await medley.keys.create(creationOf(draft)));
    },
    onSuccess: () => {
      onClose();
      if (before) say(messages.saved);
      return queries.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  return { mutate: () => mutate(), error, isPending };
}

/** What is left empty is absent. */
function creationOf(draft: KeyDraft): object {
  return Object.fromEntries(Object.entries(requestOf(draft)).filter(([, value]) => value !== null));
}

/** Only what the form changed: a time of expiry that a program set to the second stays. */
function changesOf(before: Key, draft: KeyDraft): object {
  const untouched = new Map<string, unknown>(Object.entries(requestOf(draftOf(before))));
  const wanted = Object.entries(requestOf(draft));
  return Object.fromEntries(
    wanted.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(untouched.get(name))),
  );
}
