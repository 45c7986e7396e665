import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { Field } from '../../components/field';
import { useMessages } from '../../i18n/locale';
import type { Translation } from '../../i18n/catalogue';
import type { Rejection } from '../../session/rejection';
import { useSession } from '../../session/session';
import { signInMessages } from './sign-in-messages';

/** That of an account, or of the operator. */
const KEY = /^(?:sk-[\w-]{8,200}|[\w-]{43,200})$/;

export function KeyForm({ reason }: { reason: Rejection | null }): ReactNode {
  const messages = useMessages(signInMessages);
  const { signIn } = useSession();
  const [key, setKey] = useState('');
  const [isRemembered, setRemembered] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const titleId = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const given = key.trim();
    if (KEY.test(given)) signIn(given, isRemembered);
    else setRefused(true);
  };
  return (
    <form className="card sign-in-form" aria-labelledby={titleId} onSubmit={submit}>
      <h2 id={titleId}>{messages.title}</h2>
      {reason && (
        <p className="sign-in-reason" role="alert">
          {reasonText(messages)[reason]}
        </p>
      )}
      <Field label={messages.keyLabel} hint={messages.keyHint} error={isRefused ? messages.keyInvalid : null}>
        <input
          className="input mono"
          type="password"
          name="key"
          autoComplete="current-password"
          spellCheck={false}
          autoFocus
          value={key}
          onChange={(event) => {
            setKey(event.target.value);
            setRefused(false);
          }}
        />
      </Field>
      <label className="check">
        <input
          type="checkbox"
          checked={isRemembered}
          onChange={(event) => setRemembered(event.target.checked)}
        />
        {messages.remember}
      </label>
      <Button type="submit" look="primary" disabled={key.trim() === ''}>
        {messages.submit}
      </Button>
    </form>
  );
}

function reasonText(messages: Translation<typeof signInMessages.en>): Record<Rejection, string> {
  return {
    INVALID_API_KEY: messages.invalid,
    API_KEY_INACTIVE: messages.inactive,
    API_KEY_EXPIRED: messages.expired,
  };
}
