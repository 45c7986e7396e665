import type { Broker, SignalEvent, SignalListener } from '@medley/broker';
import { signalTopics, type StepDeltaSignal, type StepProgressSignal } from '@medley/contracts';
import { messageOf, runInBackground, type Logger } from '@medley/kit';
import type { Stores } from '@medley/store';
import type { StreamLimits } from './stream-limits';
import type { TaskStream } from './task-stream';

export interface StreamHub {
  /** Wake the stream on every change of the task until the returned function is called. */
  join(taskId: string, stream: TaskStream): Promise<() => void>;
  close(): Promise<void>;
}

/** Wakes the open streams of this gateway when their tasks change, over one signal queue bound to exactly these tasks. */
export async function createStreamHub(deps: {
  broker: Broker;
  stores: Pick<Stores, 'tasks'>;
  logger: Logger;
  limits: Pick<StreamLimits, 'pollMs'>;
}): Promise<StreamHub> {
  const streams = new Map<string, Set<TaskStream>>();
  const { logger } = deps;

  const wake = (stream: TaskStream): void => {
    stream
      .wake()
      .catch((error: unknown) =>
        logger.warn('an event stream could not be updated', { error: messageOf(error) }),
      );
  };
  const listener = await deps.broker.listen((event) => dispatchSignal(streams, event, wake), {
    announcesTopics: true,
  });
  const timer = setInterval(() => runInBackground(poll(), logger, 'poll'), deps.limits.pollMs);

  async function poll(): Promise<void> {
    if (streams.size === 0) return;
    try {
      const revisions = await deps.stores.tasks.revisions([...streams.keys()]);
      for (const [taskId, rev] of revisions) {
        for (const stream of streams.get(taskId) ?? []) if (stream.isBehind(rev)) wake(stream);
      }
    } catch (error) {
      logger.warn('the event streams could not be checked', { error: messageOf(error) });
    }
  }

  return {
    join: (taskId, stream) => join({ streams, listener, logger }, taskId, stream),
    close: async () => {
      clearInterval(timer);
      await listener.close();
    },
  };
}

type Streams = Map<string, Set<TaskStream>>;

async function join(
  hub: { streams: Streams; listener: SignalListener; logger: Logger },
  taskId: string,
  stream: TaskStream,
): Promise<() => void> {
  const { streams, listener, logger } = hub;
  const topic = signalTopics.allOfTask(taskId);
  const logFailure = (error: unknown): void => {
    logger.debug('an event stream is updated by polling only', { error: messageOf(error) });
  };
  const peers = streams.get(taskId) ?? new Set();
  peers.add(stream);
  streams.set(taskId, peers);
  await listener.bind(topic).catch(logFailure);
  return () => {
    peers.delete(stream);
    if (peers.size > 0 || streams.get(taskId) !== peers) return;
    streams.delete(taskId);
    listener.unbind(topic).catch(logFailure);
  };
}

function dispatchSignal(
  streams: Streams,
  { name, topic, body }: SignalEvent,
  wake: (stream: TaskStream) => void,
): void {
  if (name !== 'task.event' && name !== 'step.progress' && name !== 'step.delta') return;
  const { task_id } = body as { task_id: string };
  // Only workers of answers may publish on the topic of words.
  if (name === 'step.delta' && topic !== signalTopics.taskEvent(task_id, name)) return;
  for (const stream of streams.get(task_id) ?? []) {
    if (name === 'task.event') wake(stream);
    else if (name === 'step.progress') stream.sendProgress(body as StepProgressSignal);
    else stream.sendDelta(body as StepDeltaSignal);
  }
}
