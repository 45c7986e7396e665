import { useEffect, type ReactNode } from 'react';
import './page.css';

/** The frame of a screen: its title is that of the window too. */
export function Page({
  title,
  above,
  aside,
  children,
}: {
  title: string;
  /** Over the title: where the screen belongs. */
  above?: ReactNode;
  /** At the right of the title: state and actions. */
  aside?: ReactNode;
  children: ReactNode;
}): ReactNode {
  useEffect(() => {
    document.title = `${title} · Medley`;
  }, [title]);
  return (
    <div className="page">
      <header className="page-head">
        <div className="page-title">
          {above && <div className="page-above">{above}</div>}
          <h1 className="clip">{title}</h1>
        </div>
        {aside && <div className="page-aside">{aside}</div>}
      </header>
      {children}
    </div>
  );
}
