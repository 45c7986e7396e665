import { useEffect, useRef, type ReactNode } from 'react';
import { IconButton } from '../components/button';
import { sharedMessages } from '../components/shared-messages';
import { useMessages } from '../i18n/locale';
import { Logo } from '../components/logo';
import './sidebar.css';

/** Beside the screen; on a narrow window a drawer of the browser that keeps the focus. */
export function Sidebar({
  isOpen,
  onClose,
  children,
}: {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  const messages = useMessages(sharedMessages);
  const drawer = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) drawer.current?.showModal();
    else drawer.current?.close();
  }, [isOpen]);
  return (
    <>
      <div className="sidebar">
        <Logo />
        {children}
      </div>
      <dialog
        ref={drawer}
        className="sidebar-drawer"
        aria-label="Medley"
        onClose={onClose}
        onClick={(event) => {
          if (event.target === event.currentTarget) onClose();
        }}
      >
        {isOpen && (
          <div className="sidebar-drawer-content">
            <div className="sidebar-drawer-head">
              <Logo />
              <IconButton icon="close" label={messages.close} onClick={onClose} />
            </div>
            {children}
          </div>
        )}
      </dialog>
    </>
  );
}
