import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { DayInput } from '../../components/day-input';
import { Icon } from '../../components/icon';
import { Segmented } from '../../components/segmented';
import { sharedMessages } from '../../components/shared-messages';
import { useMessages } from '../../i18n/locale';
import { isEmpty, statuses, stepNames, type TaskFilter } from './task-filter';
import { tasksMessages } from './tasks-messages';

const TYPING_MS = 250;

interface FilterProps {
  filter: TaskFilter;
  onChange: (change: Partial<TaskFilter>) => void;
}

export function FilterBar({ filter, onChange }: FilterProps): ReactNode {
  const messages = useMessages(tasksMessages);
  const shared = useMessages(sharedMessages);
  const names = { pending: shared.pending, completed: shared.completed, failed: shared.failedStatus };
  return (
    <search className="task-filters">
      <TypedFilter
        label={messages.search}
        placeholder={messages.searchShort}
        name="q"
        icon
        {...{ filter, onChange }}
      />
      <Segmented
        label={messages.status}
        value={filter.status}
        choices={[
          { value: '', label: messages.all },
          ...statuses.map((status) => ({ value: status, label: names[status] })),
        ]}
        onChange={(status) => onChange({ status })}
      />
      <StepFilter {...{ filter, onChange }} />
      <DayInput label={messages.from} value={filter.from} onChange={(from) => onChange({ from })} />
      <DayInput label={messages.to} value={filter.to} onChange={(to) => onChange({ to })} />
      <TypedFilter
        label={messages.metadata}
        placeholder={messages.metadataHint}
        name="metadata"
        {...{ filter, onChange }}
      />
      {!isEmpty(filter) && (
        <Button
          look="quiet"
          icon="close"
          onClick={() => onChange({ q: '', status: '', step: '', from: '', to: '', metadata: '' })}
        >
          {messages.clear}
        </Button>
      )}
    </search>
  );
}

function StepFilter({ filter, onChange }: FilterProps): ReactNode {
  const messages = useMessages(tasksMessages);
  return (
    <select
      className="input task-filter-step"
      aria-label={messages.step}
      value={filter.step}
      onChange={({ target }) => onChange({ step: stepNames.find((step) => step === target.value) ?? '' })}
    >
      <option value="">{messages.anyStep}</option>
      {stepNames.map((step) => (
        <option key={step}>{step}</option>
      ))}
    </select>
  );
}

/** Counts once the person stops typing. */
function TypedFilter({
  label,
  placeholder = label,
  name,
  icon = false,
  filter,
  onChange,
}: FilterProps & { label: string; placeholder?: string; name: 'q' | 'metadata'; icon?: boolean }): ReactNode {
  const [text, setText] = useState(filter[name]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(filter[name]), [filter, name]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <span className={`task-filter-text task-filter-${name}`}>
      {icon && <Icon name="search" size={16} />}
      <input
        className="input"
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => onChange({ [name]: target.value.trim() }), TYPING_MS);
        }}
      />
    </span>
  );
}
