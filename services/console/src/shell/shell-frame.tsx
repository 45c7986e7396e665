import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { IconButton } from '../components/button';
import { Logo } from '../components/logo';
import { Skeleton } from '../components/states';
import { useMessages } from '../i18n/locale';
import { CrashBoundary } from './crash-boundary';
import { shellMessages } from './shell-messages';
import { Sidebar } from './sidebar';
import './shell.css';

/** Navigation beside the screen; on a narrow window behind a button. */
export function ShellFrame({ sidebar, children }: { sidebar: ReactNode; children: ReactNode }): ReactNode {
  const messages = useMessages(shellMessages);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [location] = useLocation();
  const main = useFocusOnMove(location);
  // A choice in the menu closes it.
  useEffect(() => setMenuOpen(false), [location]);
  return (
    <div className="shell">
      <a className="skip-link" href="#main" onClick={(event) => skipTo(main.current, event)}>
        {messages.skip}
      </a>
      <header className="top-bar">
        <IconButton icon="menu" label={messages.openMenu} onClick={() => setMenuOpen(true)} />
        <Logo />
      </header>
      <Sidebar isOpen={isMenuOpen} onClose={() => setMenuOpen(false)}>
        {sidebar}
      </Sidebar>
      <main className="shell-main" id="main" ref={main} tabIndex={-1}>
        <CrashBoundary key={location}>
          <Suspense fallback={<LoadingScreen />}>{children}</Suspense>
        </CrashBoundary>
      </main>
    </div>
  );
}

function LoadingScreen(): ReactNode {
  return (
    <div className="page">
      <Skeleton lines={6} height={28} />
    </div>
  );
}

/** A reader of the screen hears the new screen, and Tab goes on from its beginning. */
function useFocusOnMove(location: string): React.RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(location);
  useEffect(() => {
    if (shown.current !== location) main.current?.focus({ preventScroll: true });
    shown.current = location;
  }, [location]);
  return main;
}

/** Without the fragment in the address. */
function skipTo(element: HTMLElement | null, event: React.MouseEvent): void {
  event.preventDefault();
  element?.focus();
}
