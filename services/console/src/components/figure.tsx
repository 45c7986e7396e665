import type { ReactNode } from 'react';
import { Link } from 'wouter';
import './figure.css';

/** Numbers at a glance, side by side. */
export function Figures({ children }: { children: ReactNode }): ReactNode {
  return <dl className="figures">{children}</dl>;
}

/** A number with its name; `href`: the screen with more about it. */
export function Figure({
  name,
  value,
  note,
  look = 'plain',
  href,
}: {
  name: string;
  value: string;
  note?: string;
  look?: 'plain' | 'bad';
  href?: string;
}): ReactNode {
  return (
    <div className="figure">
      <dt>{href === undefined ? name : <Link href={href}>{name}</Link>}</dt>
      <dd>
        <span className={`figure-value figure-${look}`}>{value}</span>
        {note !== undefined && <span className="figure-note">{note}</span>}
      </dd>
    </div>
  );
}
