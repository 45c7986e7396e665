import { MedleyError } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { useMessages } from '../i18n/locale';
import { sharedMessages } from './shared-messages';
import './error-notice.css';

/** A refusal beside the form that caused it: every field with its reason, and the request id. */
export function ErrorNotice({ error }: { error: unknown }): ReactNode {
  const messages = useMessages(sharedMessages);
  const { errors = [], requestId = null } = error instanceof MedleyError ? error : {};
  return (
    <div className="error-notice" role="alert">
      {errors.length === 0 && <p>{error instanceof Error ? error.message : String(error)}</p>}
      {errors.map(({ field, message }) => (
        <p key={`${field}${message}`}>
          <code>{field}</code>: {message}
        </p>
      ))}
      {requestId !== null && (
        <p className="error-notice-id">
          {messages.requestId}: <code>{requestId}</code>
        </p>
      )}
    </div>
  );
}
