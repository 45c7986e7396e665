import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { Icon } from '../components/icon';
import { useMessages } from '../i18n/locale';
import { isAllowed, useAccount } from '../session/account';
import { shellMessages } from '../shell/shell-messages';
import { SidebarFoot } from '../shell/sidebar-foot';
import { screenNames } from './screen-names';
import { screens } from './screens';

/** The screens that the key may see, and the key. */
export function SidebarContent(): ReactNode {
  const messages = useMessages(shellMessages);
  const { key } = useAccount();
  return (
    <>
      <Navigation />
      <SidebarFoot name={key.name ?? messages.unnamedKey(key.last4)} role={messages[key.role]} />
    </>
  );
}

function Navigation(): ReactNode {
  const messages = useMessages(shellMessages);
  const names = useMessages(screenNames);
  const { key } = useAccount();
  const [location] = useLocation();
  const shown = screens.filter(({ icon, role }) => icon !== null && isAllowed(key.role, role));
  return (
    <nav aria-label={messages.navigation}>
      <ul className="nav">
        {shown.map(({ name, path, icon }) => (
          <li key={name}>
            <Link
              href={path}
              className="nav-link"
              aria-current={isWithin(location, path) ? 'page' : undefined}
            >
              {icon && <Icon name={icon} />}
              {names[name]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** `/tasks/1` belongs to `/tasks`. */
function isWithin(location: string, path: string): boolean {
  return location === path || (path !== '/' && location.startsWith(`${path}/`));
}
