import type { ReactNode } from 'react';
import { Button } from '../components/button';
import { Icon } from '../components/icon';
import { Preferences } from '../components/preferences';
import { serviceUrl } from '../device/base-path';
import { useMessages } from '../i18n/locale';
import { useSession } from '../session/session';
import { shellMessages } from './shell-messages';

/** Who is signed in, language and theme, the way out. */
export function SidebarFoot({ name, role }: { name: string; role: string }): ReactNode {
  const messages = useMessages(shellMessages);
  const { signOut } = useSession();
  return (
    <div className="sidebar-foot">
      <p className="sidebar-key">
        <span className="clip">{name}</span>
        <span className="faint">{role}</span>
      </p>
      <Preferences />
      <div className="sidebar-links">
        <Button look="quiet" icon="out" onClick={signOut}>
          {messages.signOut}
        </Button>
        <a className="button button-quiet" href={`${serviceUrl}/docs`}>
          <Icon name="code" size={16} />
          {messages.apiReference}
        </a>
      </div>
    </div>
  );
}
