import type { Broker } from '@medley/broker';
import { signalTopics } from '@medley/contracts';
import type { Authentication } from './authentication';

/** Tells this gateway and the others that keys of an account were changed. */
export type AnnounceKeys = (accountId: string) => void;

/** Let changes of keys take effect at once: here before the response, at other gateways by a signal. */
export async function openKeyChanges(
  broker: Broker,
  authentication: Pick<Authentication, 'forget'>,
): Promise<{ announce: AnnounceKeys; close(): Promise<void> }> {
  const listener = await broker.listen(({ name, body }) => {
    const { account_id: accountId } = body as { account_id?: unknown };
    if (name === 'keys.changed' && typeof accountId === 'string') authentication.forget(accountId);
  });
  await listener.bind(signalTopics.keysChanged);
  return {
    announce(accountId) {
      authentication.forget(accountId);
      broker.signal('keys.changed', signalTopics.keysChanged, { account_id: accountId });
    },
    close: () => listener.close(),
  };
}
