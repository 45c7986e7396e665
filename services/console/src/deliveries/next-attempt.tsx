import type { ReactNode } from 'react';
import { useFormats } from '../i18n/formats';
import { useMessages } from '../i18n/locale';
import { useNow } from '../live/use-now';
import { deliveryMessages } from './delivery-messages';

const RENEWED_MS = 1_000;

/** How long until the next attempt. */
export function NextAttempt({ at }: { at: string }): ReactNode {
  const messages = useMessages(deliveryMessages);
  const { duration } = useFormats();
  const left = Date.parse(at) - useNow(RENEWED_MS);
  // Whole seconds: tenths would flicker.
  const wait = left < 1_000 ? messages.soon : messages.in(duration(Math.ceil(left / 1_000) * 1_000));
  return (
    <span className="soft numbers">
      {messages.nextAttempt} {wait}
    </span>
  );
}
