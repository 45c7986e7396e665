import type { ReactNode } from 'react';
import './logo.css';

export function Logo(): ReactNode {
  return (
    <span className="logo">
      <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true">
        <rect className="logo-field" width="32" height="32" rx="8" />
        <path className="logo-bars" d="M8 20.5v-5M13.3 24V8M18.7 21v-9M24 24V8" />
      </svg>
      Medley
    </span>
  );
}
