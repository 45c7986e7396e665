import type { ReactNode } from 'react';
import { Route, Switch } from 'wouter';
import { NotFound } from '../components/not-found';
import { useIsAllowed } from '../session/account';
import { ShellFrame } from '../shell/shell-frame';
import { NotAllowed } from './not-allowed';
import { screens, type ScreenEntry } from './screens';
import { SidebarContent } from './sidebar-content';

/** The screens of an account. */
export function Shell(): ReactNode {
  return (
    <ShellFrame sidebar={<SidebarContent />}>
      <Switch>
        {screens.map((entry) => (
          <Route key={entry.name} path={entry.path}>
            <Guarded entry={entry} />
          </Route>
        ))}
        <Route>
          <NotFound />
        </Route>
      </Switch>
    </ShellFrame>
  );
}

function Guarded({ entry }: { entry: ScreenEntry }): ReactNode {
  return useIsAllowed(entry.role) ? <entry.screen /> : <NotAllowed role={entry.role} />;
}
