import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Pipeline } from '@medley/client/browser';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { ErrorNotice } from '../../components/error-notice';
import { Field } from '../../components/field';
import { sharedMessages } from '../../components/shared-messages';
import { useToasts } from '../../components/toasts';
import { useMessages } from '../../i18n/locale';
import { useAccount } from '../../session/account';
import { stepRequests, type Draft } from './draft';
import { playgroundMessages } from './playground-messages';

interface SaveDialogProps {
  draft: Draft;
  onSaved: (pipeline: Pipeline) => void;
  onClose: () => void;
}

/** Keeps the steps of a draft as a template of the account. */
export function SaveDialog(props: SaveDialogProps): ReactNode {
  const messages = useMessages(playgroundMessages);
  const shared = useMessages(sharedMessages);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const save = useSave(props, { name: name.trim(), description: description.trim() });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog title={messages.saveTemplate} onClose={props.onClose}>
      <form className="save-form" onSubmit={submit}>
        <TextField label={messages.templateLabel} isRequired value={name} onChange={setName} />
        <TextField label={messages.templateDescription} value={description} onChange={setDescription} />
        {save.error && <ErrorNotice error={save.error} />}
        <div className="dialog-actions">
          <Button onClick={props.onClose}>{shared.cancel}</Button>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            {messages.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function TextField({
  label,
  isRequired = false,
  value,
  onChange,
}: {
  label: string;
  isRequired?: boolean;
  value: string;
  onChange: (value: string) => void;
}): ReactNode {
  return (
    <Field label={label}>
      <input
        className="input"
        autoComplete="off"
        required={isRequired}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}

function useSave(
  { draft, onSaved, onClose }: SaveDialogProps,
  { name, description }: { name: string; description: string },
): { mutate: () => void; error: Error | null; isPending: boolean } {
  const messages = useMessages(playgroundMessages);
  const { medley } = useAccount();
  const { say } = useToasts();
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      medley.pipelines.create({
        name,
        ...(description !== '' && { description }),
        steps: stepRequests(draft.steps),
        ...(draft.outputs && { outputs: draft.outputs }),
      }),
    onSuccess: async (pipeline) => {
      onClose();
      say(messages.saved(pipeline.name));
      await queries.invalidateQueries({ queryKey: ['pipelines'] });
      onSaved(pipeline);
    },
  });
  return { mutate: () => mutate(), error, isPending };
}
