import { limitConcurrency } from '@medley/upstream';

const never = new AbortController().signal;

interface Job {
  name: string;
  end(): void;
}

/** Calls that note their start and go on until they are told to end. */
function startingCalls(): { started: Job[]; call(name: string): () => Promise<string> } {
  const started: Job[] = [];
  return {
    started,
    call: (name) => () => new Promise((resolve) => started.push({ name, end: () => resolve(name) })),
  };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a limit of two', () => {
  test('lets two calls run, and the others in the order they came', async () => {
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

  test('gets its slot back from a call that fails', async () => {
    const limit = limitConcurrency(1);
    const fail = (): Promise<never> => Promise.reject(new Error('no'));
    await expect(limit(fail, never)).rejects.toThrow('no');
    await expect(limit(() => Promise.resolve('yes'), never)).resolves.toBe('yes');
  });

  test('lets who is aborted out of the line at once, and nobody loses a slot by it', async () => {
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

  test('does not start what is aborted already', async () => {
    const reason = new Error('enough');
    const { started, call } = startingCalls();
    await expect(limitConcurrency(1)(call('x'), AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(started).toEqual([]);
  });
});
