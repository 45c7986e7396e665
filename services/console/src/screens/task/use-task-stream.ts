import { useQueryClient } from '@tanstack/react-query';
import type { TaskEvent } from '@medley/client/browser';
import { useEffect, useState } from 'react';
import type { LiveState } from '../../live/account-events';
import { useAccount } from '../../session/account';
import { useSession } from '../../session/session';
import { addDelta, type WrittenText } from './written-text';

const RESTART_MS = 3_000;
/** Events come in bursts; the task is read again at most this often. */
const RENEWED_MS = 400;

/** What only the stream tells. */
export interface TaskStream {
  state: LiveState;
  /** 0..1 by the id of a running step. */
  progress: ReadonlyMap<string, number>;
  /** By the id of an llm step. */
  written: ReadonlyMap<string, WrittenText>;
}

const quiet: TaskStream = { state: 'connecting', progress: new Map(), written: new Map() };

/** Follows a pending task; has it read again after each change. */
export function useTaskStream(id: string, isPending: boolean): TaskStream {
  const { medley } = useAccount();
  const { endIfRejected } = useSession();
  const queries = useQueryClient();
  const [stream, setStream] = useState(quiet);
  useEffect(() => {
    if (!isPending) return;
    const stop = new AbortController();
    const { signal } = stop;
    const renewal = throttled(() => void queries.invalidateQueries({ queryKey: ['task', id] }), RENEWED_MS);
    const onConnectionChange = (isConnected: boolean): void => {
      if (!signal.aborted)
        setStream((before) => ({ ...before, state: isConnected ? 'live' : 'reconnecting' }));
    };
    const follow = async (): Promise<void> => {
      try {
        for await (const event of medley.tasks.events(id, { signal, onConnectionChange })) {
          setStream((before) => withEvent(before, event));
          if (event.event !== 'step.progress' && event.event !== 'step.delta') renewal.call();
        }
      } catch (error) {
        if (signal.aborted || endIfRejected(error)) return;
        onConnectionChange(false);
        setTimeout(() => {
          if (!signal.aborted) void follow();
        }, RESTART_MS);
      }
    };
    void follow();
    return () => {
      stop.abort();
      renewal.cancel();
    };
  }, [id, isPending, medley, queries, endIfRejected]);
  return stream;
}

function withEvent(before: TaskStream, event: TaskEvent): TaskStream {
  if (event.event === 'step.progress') {
    const { step, progress = 0 } = event.data;
    return { ...before, progress: new Map(before.progress).set(step, progress) };
  }
  if (event.event === 'step.delta') {
    const { step } = event.data;
    const written = addDelta(before.written.get(step), event.data);
    return { ...before, written: new Map(before.written).set(step, written) };
  }
  return before;
}

/** Calls at the end of each period in which it was asked to. */
function throttled(work: () => void, everyMs: number): { call(): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | null = null;
  return {
    call: () => {
      timer ??= setTimeout(() => {
        timer = null;
        work();
      }, everyMs);
    },
    cancel: () => {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
