import type { ReactNode } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { ShellFrame } from '../../shell/shell-frame';
import { SidebarFoot } from '../../shell/sidebar-foot';
import { Icon, type IconName } from '../../components/icon';
import { useMessages } from '../../i18n/locale';
import { AccountsScreen } from './accounts-screen';
import { LettersScreen } from './letters-screen';
import { OperatorContext, type OperatorSession } from './operator-context';
import { operatorMessages } from './operator-messages';
import { ProcessesScreen } from './processes-screen';
import { QueuesScreen } from './queues-screen';
import './operator.css';

const screens = [
  { name: 'queues', path: '/operator', icon: 'overview', screen: QueuesScreen },
  { name: 'letters', path: '/operator/dead-letters', icon: 'warning', screen: LettersScreen },
  { name: 'accounts', path: '/operator/accounts', icon: 'key', screen: AccountsScreen },
  { name: 'processes', path: '/operator/processes', icon: 'operator', screen: ProcessesScreen },
] as const satisfies readonly { name: string; path: string; icon: IconName; screen: () => ReactNode }[];

/** What a person with the operator's key sees: the screens of the operator, and nothing of an account. */
export function OperatorShell({ session }: { session: OperatorSession }): ReactNode {
  const messages = useMessages(operatorMessages);
  const [location] = useLocation();
  return (
    <OperatorContext value={session}>
      <ShellFrame
        sidebar={
          <>
            <Navigation location={location} />
            <SidebarFoot name={messages.operator} role={messages.version(session.about.version)} />
          </>
        }
      >
        <Switch>
          {screens.map(({ name, path, screen: Screen }) => (
            <Route key={name} path={path}>
              <Screen />
            </Route>
          ))}
          <Route>
            <Redirect to="/operator" replace />
          </Route>
        </Switch>
      </ShellFrame>
    </OperatorContext>
  );
}

function Navigation({ location }: { location: string }): ReactNode {
  const messages = useMessages(operatorMessages);
  return (
    <nav aria-label={messages.operator}>
      <ul className="nav">
        {screens.map(({ name, path, icon }) => (
          <li key={name}>
            <Link href={path} className="nav-link" aria-current={location === path ? 'page' : undefined}>
              <Icon name={icon} />
              {messages[name]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
