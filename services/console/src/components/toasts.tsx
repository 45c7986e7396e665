import { MedleyError } from '@medley/client/browser';
import { createContext, use, useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { useMessages } from '../i18n/locale';
import { IconButton } from './button';
import { sharedMessages } from './shared-messages';
import './toasts.css';

interface Toast {
  id: number;
  look: 'good' | 'bad';
  text: string;
}

interface Toasts {
  /** A short confirmation; it goes by itself. */
  say(text: string): void;
  /** A failure stays until it is closed. */
  fail(error: unknown): void;
}

const ToastsContext = createContext<Toasts | null>(null);
const SHOWN_MS = 5_000;

export function ToastsProvider({ children }: { children: ReactNode }): ReactNode {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const messages = useMessages(sharedMessages);
  const count = useRef(0);
  const close = useCallback(
    (id: number) => setToasts((before) => before.filter((toast) => toast.id !== id)),
    [],
  );
  const show = useCallback(
    (look: Toast['look'], text: string) => {
      const id = (count.current += 1);
      setToasts((before) => [...before.slice(-3), { id, look, text }]);
      if (look === 'good') setTimeout(() => close(id), SHOWN_MS);
    },
    [close],
  );
  const value = useMemo<Toasts>(
    () => ({ say: (text) => show('good', text), fail: (error) => show('bad', textOf(error)) }),
    [show],
  );
  return (
    <ToastsContext value={value}>
      {children}
      <div className="toasts" aria-live="polite">
        {toasts.map(({ id, look, text }) => (
          <div key={id} className={`toast toast-${look}`}>
            <p>{text}</p>
            <IconButton icon="close" label={messages.close} onClick={() => close(id)} />
          </div>
        ))}
      </div>
    </ToastsContext>
  );
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const fields = error instanceof MedleyError ? error.errors : [];
  return [error.message, ...fields.map(({ field, message }) => `${field}: ${message}`)].join(' ');
}

export function useToasts(): Toasts {
  const toasts = use(ToastsContext);
  if (!toasts) throw new TypeError('There are no toasts above this component.');
  return toasts;
}
