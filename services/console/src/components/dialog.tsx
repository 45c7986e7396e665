import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useMessages } from '../i18n/locale';
import { IconButton } from './button';
import { sharedMessages } from './shared-messages';
import './dialog.css';

/**
 * A modal dialog of the browser: it keeps the focus, closes by Escape and gives the focus back. Mount it to open it.
 * `look` `drawer`: from the side.
 */
export function Dialog({
  title,
  look = 'box',
  onClose,
  children,
}: {
  title: string;
  look?: 'box' | 'drawer' | 'wide';
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  const messages = useMessages(sharedMessages);
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closed while it is still in the document: only then does the focus go back.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`dialog dialog-${look}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // Only what is outside the content is the dialog itself.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="dialog-content">
        <header className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <IconButton icon="close" label={messages.close} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}
