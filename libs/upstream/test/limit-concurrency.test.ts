import { limitConcurrency } from '@medley/upstream';

const never = new AbortController().signal;

interface Job {
  name: string;
  end(): void;
}

/** Calls that record their start and run until they are ended. */
function startingCalls(): { started: Job[]; call(name: string): () => Promise<string> } {
  const started: Job[] = [];
  return {
    started,
    call: (name) => () => new Promise((resolve) => started.push({ name, end: () => resolve(name) })),
  };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a concurrency limit of two', () => {
  test('runs two calls at the same time, and the others in order', async () => {
    const limit = limitConcurrency(2);
    const { started, call } = startingCalls();
    const all = ['a', 'b', 'c', 'd'].map((name) => limit(call(name), never));
    await settle();
    expect(started.map(({ name }) => name)).toEqual(['a', 'b']);

    started[1]?.end();
    await settle();
    expect(started.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    started[0]?.end();
    started[2]?.end();
    await settle();
    started[3]?.end();
    await expect(Promise.all(all)).resolves.toEqual(['a', 'b', 'c', 'd']);
  });

  test('releases the slot of a call that fails', async () => {
    const limit = limitConcurrency(1);
    const fail = (): Promise<never> => Promise.reject(new Error('no'));
    await expect(limit(fail, never)).rejects.toThrow('no');
    await expect(limit(() => Promise.resolve('yes'), never)).resolves.toBe('yes');
  });

  test('removes an aborted call from the queue at once, without losing a slot', async () => {
    const limit = limitConcurrency(1);
    const { started, call } = startingCalls();
    const first = limit(call('first'), never);
    const controller = new AbortController();
    const second = limit(call('second'), controller.signal);
    const third = limit(call('third'), never);
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(second).rejects.toBe(reason);

    started[0]?.end();
    await first;
    await settle();
    started[1]?.end();
    await expect(third).resolves.toBe('third');
    expect(started.map(({ name }) => name)).toEqual(['first', 'third']);
  });

  test('does not start a call that is already aborted', async () => {
    const reason = new Error('enough');
    const { started, call } = startingCalls();
    await expect(limitConcurrency(1)(call('x'), AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(started).toEqual([]);
  });
});
