import { lazy, Suspense, type ReactNode } from 'react';
import { Router } from 'wouter';
import { Button } from '../components/button';
import { sharedMessages } from '../components/shared-messages';
import { ErrorState } from '../components/states';
import { ToastsProvider } from '../components/toasts';
import { LocaleProvider, useMessages } from '../i18n/locale';
import { AccountEventsProvider } from '../live/account-events';
import { SignInScreen } from '../screens/sign-in/sign-in-screen';
import { AccountContext } from '../session/account';
import { SessionProvider, useSession } from '../session/session';
import { consolePath } from '../device/base-path';
import { CrashBoundary } from '../shell/crash-boundary';
import { Shell } from './shell';
import { ThemeProvider } from '../device/theme';

export function App(): ReactNode {
  return (
    <LocaleProvider>
      <ThemeProvider>
        <ToastsProvider>
          <SessionProvider>
            <Router base={consolePath}>
              <CrashBoundary>
                <Entrance />
              </CrashBoundary>
            </Router>
          </SessionProvider>
        </ToastsProvider>
      </ThemeProvider>
    </LocaleProvider>
  );
}

/** Few people are operators: they load it, the others do not. */
const OperatorShell = lazy(async () => ({
  default: (await import('../screens/operator/operator-shell')).OperatorShell,
}));

/** Lets in who has a key that the service takes. */
function Entrance(): ReactNode {
  const { state, checkAgain, signOut } = useSession();
  const messages = useMessages(sharedMessages);
  switch (state.kind) {
    case 'signed-out':
      return <SignInScreen reason={state.reason} />;
    case 'checking':
      return null;
    case 'unreachable':
      return (
        <main className="page">
          <ErrorState title={messages.unreachable} error={state.error} onRetry={checkAgain} />
          <Button look="quiet" onClick={signOut}>
            {messages.cancel}
          </Button>
        </main>
      );
    case 'operator':
      return (
        <Suspense>
          <OperatorShell session={state} />
        </Suspense>
      );
    case 'signed-in':
      return (
        <AccountContext value={state}>
          <AccountEventsProvider>
            <Suspense>
              <Shell />
            </Suspense>
          </AccountEventsProvider>
        </AccountContext>
      );
  }
}
