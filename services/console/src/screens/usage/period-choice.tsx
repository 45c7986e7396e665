import { useState, type ReactNode } from 'react';
import { DayInput } from '../../components/day-input';
import { Segmented } from '../../components/segmented';
import { useMessages } from '../../i18n/locale';
import { countDays, dayOf, DAYS_MAX, firstOf, type UsageView } from './period';
import { usageMessages } from './usage-messages';

const lengths = [7, 30, 90] as const;

/** Of the last days, or between two days. */
export function PeriodChoice({
  view,
  onChange,
}: {
  view: UsageView;
  onChange: (change: Partial<UsageView>) => void;
}): ReactNode {
  const messages = useMessages(usageMessages);
  const [isOther, setOther] = useState(false);
  const today = dayOf(Date.now());
  const known = lengths.find((length) => view.to === today && view.from === firstOf(today, length));
  const chosen = isOther || known === undefined ? 'other' : (String(known) as `${typeof known}`);
  const days = countDays(view);
  return (
    <div className="usage-period">
      <Segmented
        label={messages.period}
        value={chosen}
        choices={[
          ...lengths.map((length) => ({ value: `${length}` as const, label: messages.lastDays(length) })),
          { value: 'other', label: messages.otherPeriod },
        ]}
        onChange={(value) => {
          setOther(value === 'other');
          if (value !== 'other') onChange({ to: today, from: firstOf(today, Number(value)) });
        }}
      />
      {chosen === 'other' && (
        <>
          <DayInput
            label={messages.from}
            value={view.from}
            onChange={(from) => from !== '' && onChange({ from })}
          />
          <DayInput label={messages.to} value={view.to} onChange={(to) => to !== '' && onChange({ to })} />
        </>
      )}
      <p className="usage-note" role="status">
        {days < 1 ? messages.badPeriod : days > DAYS_MAX ? messages.longPeriod : messages.utc}
      </p>
    </div>
  );
}
