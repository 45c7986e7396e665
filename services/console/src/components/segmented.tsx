import { useId, type ReactNode } from 'react';
import './segmented.css';

/** One choice of a few, all of them in sight. */
export function Segmented<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}): ReactNode {
  const name = useId();
  return (
    <div className="segmented" role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.value} className="segmented-choice">
          <input
            type="radio"
            name={name}
            className="hidden-visually"
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}
