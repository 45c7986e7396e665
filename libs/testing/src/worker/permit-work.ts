import type { Broker } from '@medley/broker';
import { signalTopics } from '@medley/contracts';

/** Answers workers as an orchestrator does when no kind is paused: without an answer they take no work. */
export async function permitWork(broker: Broker): Promise<void> {
  const permit = (): void => broker.signal('kinds.paused', signalTopics.kindsPaused, { kinds: [] });
  const listener = await broker.listen(permit);
  await listener.bind(signalTopics.workerAnnounced);
}
