import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Icon, type IconName } from './icon';
import './button.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'plain' | 'primary' | 'quiet' | 'danger';
  icon?: IconName;
  /** Shown, and read out, while what it began is under way. */
  isBusy?: boolean;
}

export function Button({
  look = 'plain',
  icon,
  isBusy = false,
  children,
  className = '',
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button
      type="button"
      {...rest}
      className={`button button-${look} ${className}`}
      disabled={rest.disabled === true || isBusy}
      aria-busy={isBusy || undefined}
    >
      {icon && <Icon name={icon} size={16} />}
      {children}
    </button>
  );
}

/** A button with a picture alone; `label` is its name. */
export function IconButton({
  icon,
  label,
  className = '',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { icon: IconName; label: string }): ReactNode {
  return (
    <button type="button" {...rest} className={`icon-button ${className}`} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  );
}
