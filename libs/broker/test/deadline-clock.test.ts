import { withFrozenTimers } from '@medley/testing';
import { DeadlineClock } from '../src/deadline-clock';

test('each deadline expires at its own time, stopped ones never, with one timer for all', async () => {
  await withFrozenTimers(async (timers) => {
    const clock = new DeadlineClock(5_000);
    const expired: string[] = [];
    const start = (name: string): (() => void) => clock.start(() => expired.push(name));
    start('a');
    const stop = start('stopped');
    await timers.advance(2_000);
    start('b');
    expect(jest.getTimerCount()).toBe(1);
    stop();
    await timers.advance(2_999);
    expect(expired).toEqual([]);
    await timers.advance(1);
    expect(expired).toEqual(['a']);
    await timers.advance(1_999);
    expect(expired).toEqual(['a']);
    await timers.advance(1);
    expect(expired).toEqual(['a', 'b']);
    expect(jest.getTimerCount()).toBe(0);
    start('c');
    await timers.advance(5_000);
    expect(expired).toEqual(['a', 'b', 'c']);
  });
});
