import type { ReactNode } from 'react';
import './day-input.css';

/** A day with its short label in the same line; empty: none. */
export function DayInput({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (day: string) => void;
}): ReactNode {
  return (
    <label className="day-input">
      <span>{label}</span>
      <input className="input" type="date" value={value} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}
