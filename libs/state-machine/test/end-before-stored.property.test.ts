import { newTask, type StepFinished, type StepSuccess, type Task } from '@medley/contracts';
import { decide, endBeforeStored } from '@medley/state-machine';
import fc from 'fast-check';
import { rules } from './task-simulation';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const LATER = new Date(NOW.getTime() + 7);

function chainOf(length: number, reserved: number): Task {
  const steps = Array.from({ length }, (_, index) => ({
    ...{ id: `s${index}`, name: 'depersonalize' as const, options: {} },
    depends_on: index === 0 ? [] : [`s${index - 1}`],
  }));
  const input = {
    ...{ url: null, text: 'x', filename: null, language_in: 'ru', language_out: 'ru' },
    ...{ prompt: null, template: null, response_schema: null },
  };
  const facts = { metadata: [], webhook_url: 'https://example.com', ttl: 24, reserved };
  return newTask({ id: 'task', account_id: 'account', input, steps, ...facts }, NOW);
}

const success = (characters: number): StepSuccess => ({
  ...{ outcome: 'completed', output: { inline: '{}' }, text: { inline: 'y' }, media: null, mapping: null },
  usage: { characters },
});

/** The outcome of each step that the worker has run, in order; null: it failed. */
function reportOf(outcomes: readonly (number | null)[]): StepFinished {
  const error = { code: 'SOURCE_REFUSED', message: 'no', retryable: false };
  const [first, ...following] = outcomes.map((characters, index) => ({
    ...{ step_id: `s${index}`, attempt: 1, elapsed_ms: 1 },
    ...(characters === null ? { outcome: 'failed' as const, error } : success(characters)),
  }));
  if (!first) throw new Error('no outcome');
  return { task_id: 'task', ...first, following };
}

const cases = fc.record({
  length: fc.integer({ min: 1, max: 6 }),
  reserved: fc.nat(10_000),
  outcomes: fc.array(fc.option(fc.nat(3_000), { freq: 8 }), { minLength: 1, maxLength: 7 }),
});

test('a task ends before it is stored exactly when the orchestrator would have completed it by the same report', () => {
  fc.assert(
    fc.property(cases, ({ length, reserved, outcomes }) => {
      const task = chainOf(length, reserved);
      const report = reportOf(outcomes);
      const stored = decide(task, { type: 'finished', report }, { now: LATER, rules });
      const ended = endBeforeStored(task, report, { now: LATER, rules });
      expect(ended !== null).toBe(stored?.task.status === 'completed');
      if (!ended || !stored) return;
      const cost = { ...stored.task.cost, settled: true };
      expect(ended.task).toEqual({ ...stored.task, cost, wake_at: stored.task.expires_at });
    }),
  );
});

test('what it is charged is what its steps cost, and never more than was reserved', () => {
  fc.assert(
    fc.property(cases, ({ length, reserved, outcomes }) => {
      const ended = endBeforeStored(chainOf(length, reserved), reportOf(outcomes), { now: LATER, rules });
      if (!ended) return;
      const { charged, usage = [], extensions, ...settlement } = ended.settlement;
      expect(charged).toBe(ended.task.cost.charged);
      expect(charged).toBeLessThanOrEqual(reserved);
      expect(usage.reduce((sum, one) => sum + one.charged, 0)).toBe(charged);
      expect([extensions, settlement.reserved, settlement.task_id]).toEqual([0, reserved, 'task']);
    }),
  );
});
