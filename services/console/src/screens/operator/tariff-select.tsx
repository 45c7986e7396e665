import type { ReactNode } from 'react';
import { Field } from '../../components/field';
import { useMessages } from '../../i18n/locale';
import { accountsMessages } from './accounts-messages';
import { useOperator } from './operator-context';

/** The tariffs of this service; that of an account may have been removed from its file. */
export function TariffSelect({
  value,
  onChange,
}: {
  value: string;
  onChange: (tariff: string) => void;
}): ReactNode {
  const messages = useMessages(accountsMessages);
  const { tariffs } = useOperator().about;
  const choices = tariffs.includes(value) ? tariffs : [value, ...tariffs];
  return (
    <Field label={messages.tariff}>
      <select className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        {choices.map((tariff) => (
          <option key={tariff} value={tariff}>
            {tariff}
          </option>
        ))}
      </select>
    </Field>
  );
}
