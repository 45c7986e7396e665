import type { ReactNode } from 'react';
import './card.css';

/** A part of a screen on its own surface. */
export function Card({
  title,
  aside,
  children,
}: {
  title?: string;
  aside?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <section className="card" aria-label={title}>
      {title !== undefined && (
        <header className="card-head">
          <h2>{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}
