import type { ReactNode } from 'react';
import { useFormats } from '../i18n/formats';
import { useNow } from '../live/use-now';

const RENEWED_MS = 15_000;

/** How long ago, with the full date on hover. */
export function Ago({ time }: { time: string }): ReactNode {
  const formats = useFormats();
  const now = useNow(RENEWED_MS);
  return (
    <time className="numbers" dateTime={time} title={formats.dateTime(time)}>
      {formats.ago(time, now)}
    </time>
  );
}
