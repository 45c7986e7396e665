import { type FrozenTimers, withFrozenTimers } from '@medley/testing';
import type { SignalEvent } from '../src/broker';
import { AnnouncedTopics } from '../src/announced-topics';

const eventOf = (task: string, seq = 1): SignalEvent => ({
  name: 'task.event',
  topic: `events.${task}.step.completed`,
  body: { task_id: task, seq, type: 'step.completed' },
});
const topicOf = (task: string): string => `events.${task}.#`;

/** A publisher that has heard long enough that one gateway listens to task `a` only. */
async function withSettled(
  scenario: (announced: AnnouncedTopics, timers: FrozenTimers) => Promise<void> | void,
): Promise<void> {
  await withFrozenTimers(async (timers) => {
    const announced = new AnnouncedTopics();
    announced.begin();
    announced.hear({ listener: 'one', change: 'replace', topics: [topicOf('a')] });
    await timers.advance(1_500);
    await scenario(announced, timers);
  });
}

test('every event is wanted until announcements were heard for 1.5 s', async () => {
  await withFrozenTimers(async (timers) => {
    const announced = new AnnouncedTopics();
    expect(announced.isWanted(eventOf('b'))).toBe(true);
    announced.begin();
    announced.hear({ listener: 'one', change: 'replace', topics: [] });
    await timers.advance(1_499);
    expect(announced.isWanted(eventOf('b'))).toBe(true);
    await timers.advance(1);
    expect(announced.isWanted(eventOf('b'))).toBe(false);
    announced.forget();
    expect(announced.isWanted(eventOf('b'))).toBe(true);
  });
});

test('events of announced tasks are wanted, others not; signals to workers always', () =>
  withSettled((announced) => {
    expect(announced.isWanted(eventOf('a'))).toBe(true);
    expect(announced.isWanted(eventOf('b'))).toBe(false);
    const cancel = { task_id: 'b', step_id: null };
    expect(announced.isWanted({ name: 'step.cancel', topic: 'control.step.cancel', body: cancel })).toBe(
      true,
    );
    announced.hear({ listener: 'two', change: 'replace', topics: [topicOf('b')] });
    expect(announced.isWanted(eventOf('b'))).toBe(true);
    announced.hear({ listener: 'two', change: 'remove', topics: [topicOf('b')] });
    expect(announced.isWanted(eventOf('b'))).toBe(false);
    expect(announced.isWanted(eventOf('a'))).toBe(true);
  }));

test('a task that is announced gets its last event of the past 5 s at once, and only once', () =>
  withSettled(async (announced, timers) => {
    for (const seq of [1, 2]) announced.isWanted(eventOf('b', seq));
    announced.isWanted(eventOf('c'));
    const add = (task: string): SignalEvent[] =>
      announced.hear({ listener: 'one', change: 'add', topics: [topicOf(task)] });
    await timers.advance(5_000);
    expect(add('b')).toEqual([eventOf('b', 2)]);
    expect(add('b')).toEqual([]);
    await timers.advance(1);
    expect(add('c')).toEqual([]);
  }));

test('a listener that was not heard for 30 s counts no more, and without any every event is wanted', () =>
  withSettled(async (announced, timers) => {
    await timers.advance(28_500);
    expect(announced.isWanted(eventOf('b'))).toBe(false);
    await timers.advance(1);
    expect(announced.isWanted(eventOf('b'))).toBe(true);
  }));

test('a listener to all topics, or of which only a change was heard, wants every event', () =>
  withSettled((announced) => {
    announced.hear({ listener: 'two', change: 'add', topics: [topicOf('c')] });
    expect(announced.isWanted(eventOf('b'))).toBe(true);
    announced.hear({ listener: 'two', change: 'replace', topics: [] });
    expect(announced.isWanted(eventOf('b'))).toBe(false);
    announced.hear({ listener: 'two', change: 'replace', topics: null });
    expect(announced.isWanted(eventOf('b'))).toBe(true);
  }));

test('words of an answer are wanted by an announced listener only, and are not remembered', () =>
  withSettled(async (announced, timers) => {
    const wordsOf = (task: string): SignalEvent => ({
      name: 'step.delta',
      topic: `events.${task}.step.delta`,
      body: { task_id: task, step_id: 'llm', attempt: 1, answer: 1, offset: 0, text: 'word' },
    });
    expect(announced.isWanted(wordsOf('a'))).toBe(true);
    expect(announced.isWanted(wordsOf('b'))).toBe(false);
    expect(announced.hear({ listener: 'one', change: 'add', topics: [topicOf('b')] })).toEqual([]);
    expect(announced.isWanted(wordsOf('b'))).toBe(true);
    await timers.advance(30_001);
    expect(announced.isWanted(wordsOf('a'))).toBe(false);
  }));
