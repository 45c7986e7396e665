import type { Delivery } from '@medley/contracts';
import fc from 'fast-check';
import { beginAttempt, dueTrigger, endAttempt, endLostAttempt, openAttempt } from '../src/delivery-state';

const delays = [5_000, 25_000, 125_000];
const start = new Date('2026-01-01T00:00:00Z');

const action = fc.record({
  after: fc.integer({ min: 0, max: 200_000 }),
  what: fc.constantFrom('poll', 'success', 'failure', 'request', 'crash'),
});

/** Simulates a history: polls start due attempts, requests succeed, fail or never end, the owner requests redeliveries. */
function play(history: { after: number; what: string }[]): { delivery: Delivery; sentAfterSuccess: number } {
  let now = start.getTime();
  let sentAfterSuccess = 0;
  let delivery: Delivery = {
    id: 'd',
    event: 'task.completed',
    url: 'https://example.com',
    state: 'pending',
    created_at: start,
    next_attempt_at: start,
    manual_requested_at: null,
    attempts: [],
    body: null,
  };
  for (const { after, what } of history) {
    now += after;
    const at = new Date(now);
    const open = openAttempt(delivery);
    if (what === 'request') delivery = { ...delivery, manual_requested_at: at, next_attempt_at: at };
    if (what === 'crash') delivery = endLostAttempt(delivery, delays, at) ?? delivery;
    if (open && (what === 'success' || what === 'failure')) {
      const error = what === 'success' ? null : 'timeout';
      const outcome = { status_code: null, response_time_ms: 1, error };
      delivery = endAttempt(delivery, open.attempt, { outcome, now: at, delays });
    }
    const trigger = dueTrigger(delivery, delays, at);
    if (what === 'poll' && trigger) {
      if (trigger === 'scheduled' && delivery.state !== 'pending') sentAfterSuccess += 1;
      delivery = beginAttempt(delivery, trigger, at);
    }
  }
  return { delivery, sentAfterSuccess };
}

test('in any history: at most four scheduled attempts, spaced by the delays, one at a time, none after a success', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (history) => {
      const { delivery, sentAfterSuccess } = play(history);
      const scheduled = delivery.attempts.filter((one) => one.trigger === 'scheduled');
      expect(scheduled.length).toBeLessThanOrEqual(4);
      expect(sentAfterSuccess).toBe(0);
      expect(delivery.attempts.map((one) => one.attempt)).toEqual(
        delivery.attempts.map((_, index) => index + 1),
      );
      expect(delivery.attempts.slice(0, -1).every((one) => one.ended_at !== null)).toBe(true);
      scheduled.slice(1).forEach((one, index) => {
        const gap = one.started_at.getTime() - (scheduled[index]?.ended_at?.getTime() ?? 0);
        expect(gap).toBeGreaterThanOrEqual(delays[index] ?? Infinity);
      });
    }),
    { numRuns: 2_000 },
  );
});

test('a delivery is due again exactly as long as it is pending and no attempt is in flight', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (history) => {
      const { delivery } = play(history);
      if (openAttempt(delivery)) return;
      const isWaiting = delivery.state === 'pending' || delivery.manual_requested_at !== null;
      expect(delivery.next_attempt_at !== null).toBe(isWaiting);
    }),
    { numRuns: 2_000 },
  );
});

test('a success of an attempt that was marked as lost still ends the delivery', () => {
  const { delivery } = play([
    { after: 0, what: 'poll' },
    { after: 16_000, what: 'crash' },
  ]);

  const outcome = { status_code: 200, response_time_ms: 9_000, error: null };
  const ended = endAttempt(delivery, 1, { outcome, now: new Date(start.getTime() + 17_000), delays });

  expect(ended).toMatchObject({
    state: 'delivered',
    next_attempt_at: null,
    attempts: [{ status_code: 200 }],
  });
});

test('of any number of manual attempts the newest are kept and all are counted; the schedule is unaffected', () => {
  const by = (index: number): string => (index % 100 === 0 ? 'poll' : 'request');
  const history = Array.from({ length: 1_000 }, (_, index) => [
    { after: 50, what: by(index) },
    { after: 50, what: 'poll' },
    { after: 50, what: 'failure' },
  ]).flat();

  const { delivery } = play(history);

  const scheduled = delivery.attempts.filter((one) => one.trigger === 'scheduled');
  const total = delivery.attempts_total ?? 0;
  expect(total).toBeGreaterThan(900);
  expect(delivery.attempts).toHaveLength(50);
  expect(delivery.attempts.at(-1)?.attempt).toBe(total);
  expect(scheduled.length).toBeGreaterThan(1);
  expect(scheduled[0]?.attempt).toBe(1);
  const byHand = delivery.attempts.filter((one) => one.trigger === 'manual').map((one) => one.attempt);
  expect(byHand).toEqual(
    Array.from({ length: total }, (_, index) => index + 1)
      .filter((number) => !scheduled.some((one) => one.attempt === number))
      .slice(-byHand.length),
  );
});

test('a delivery of an older version without a count continues with its number', () => {
  const one = { trigger: 'scheduled' as const, started_at: start, ended_at: start, status_code: 500 };
  const old = { ...play([]).delivery, state: 'failed' as const };
  const attempts = [1, 2, 3, 4].map((attempt) => ({
    ...one,
    attempt,
    response_time_ms: 1,
    error: 'status 500',
  }));

  const next = beginAttempt({ ...old, attempts }, 'manual', start);

  expect([next.attempts.at(-1)?.attempt, next.attempts_total]).toEqual([5, 5]);
});
