import type { deliveryMessages } from './delivery-messages';

type AdviceName = Extract<keyof typeof deliveryMessages.en, `advice${string}`>;

/** By the words of the history of deliveries. */
const byError: Readonly<Record<string, AdviceName>> = {
  timeout: 'adviceTimeout',
  'redirect not followed': 'adviceRedirect',
  'forbidden address': 'adviceForbidden',
  'name not found': 'adviceName',
  'name lookup timed out': 'adviceName',
  'connection refused': 'adviceConnect',
  'connect timed out': 'adviceConnect',
  'tls error': 'adviceTls',
};

/** What to do about a failed attempt; null: nothing better than its error. */
export function adviceFor({
  status_code,
  error,
}: {
  status_code: number | null;
  error: string | null;
}): AdviceName | null {
  if (error !== null && Object.hasOwn(byError, error)) return byError[error] ?? null;
  if (status_code === null) return null;
  if (status_code === 401 || status_code === 403) return 'adviceRefused';
  if (status_code === 404 || status_code === 410) return 'adviceGone';
  return status_code >= 500 ? 'adviceBroken' : null;
}
