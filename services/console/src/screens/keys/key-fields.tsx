import type { KeyRole } from '@medley/client/browser';
import type { ReactNode } from 'react';
import { Field } from '../../components/field';
import { useMessages } from '../../i18n/locale';
import type { KeyDraft } from './key-draft';
import { keysMessages } from './keys-messages';

const roles: readonly KeyRole[] = ['tasks', 'read', 'owner'];
const roleHints = { tasks: 'tasksHint', read: 'readHint', owner: 'ownerHint' } as const;

interface KeyFieldsProps {
  draft: KeyDraft;
  onChange: (part: Partial<KeyDraft>) => void;
}

export function KeyFields({ draft, onChange }: KeyFieldsProps): ReactNode {
  const messages = useMessages(keysMessages);
  return (
    <>
      <Field label={messages.name} hint={messages.nameHint}>
        <input
          className="input"
          autoComplete="off"
          value={draft.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Field label={messages.role} hint={messages[roleHints[draft.role]]}>
        <select
          className="input"
          value={draft.role}
          onChange={(event) =>
            onChange({ role: roles.find((role) => role === event.target.value) ?? draft.role })
          }
        >
          {roles.map((role) => (
            <option key={role} value={role}>
              {messages[role]}
            </option>
          ))}
        </select>
      </Field>
      <Field label={messages.expires} hint={messages.expiresHint}>
        <input
          className="input"
          type="date"
          value={draft.lastDay}
          onChange={(event) => onChange({ lastDay: event.target.value })}
        />
      </Field>
      <BudgetFields draft={draft} onChange={onChange} />
    </>
  );
}

function BudgetFields({ draft, onChange }: KeyFieldsProps): ReactNode {
  const messages = useMessages(keysMessages);
  return (
    <>
      <Field label={messages.budget} hint={messages.budgetHint}>
        <input
          className="input"
          type="number"
          min="0"
          step="any"
          value={draft.budget}
          onChange={(event) => onChange({ budget: event.target.value })}
        />
      </Field>
      {draft.budget !== '' && (
        <Field label={messages.period}>
          <select
            className="input"
            value={draft.period}
            onChange={(event) => onChange({ period: event.target.value === 'day' ? 'day' : 'month' })}
          >
            <option value="day">{messages.day}</option>
            <option value="month">{messages.month}</option>
          </select>
        </Field>
      )}
    </>
  );
}
