import { cloneElement, useId, type ReactElement, type ReactNode } from 'react';
import './field.css';

interface ControlProps {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

/** A labelled control with a hint, which gives way to the error of the field. */
export function Field({
  label,
  hint = null,
  error = null,
  children,
}: {
  label: string;
  hint?: string | null;
  error?: string | null;
  children: ReactElement<ControlProps>;
}): ReactNode {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {cloneElement(children, {
        id,
        ...(note !== null && { 'aria-describedby': noteId }),
        ...(error !== null && { 'aria-invalid': true }),
      })}
      {note !== null && (
        <p
          id={noteId}
          className={error === null ? 'field-hint' : 'field-error'}
          role={error === null ? undefined : 'alert'}
        >
          {note}
        </p>
      )}
    </div>
  );
}
