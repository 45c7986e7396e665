import { newTask, reviveTask, type Task } from '@medley/contracts';

const at = new Date('2026-11-23T10:00:00.123Z');

/** A task with a time in every field that may hold one. */
function taskWithTimes(): Task {
  const input = {
    url: null,
    text: '2026-11-23T10:00:00.123Z',
    filename: null,
    language_in: 'ru',
    language_out: 'ru',
    prompt: null,
    template: null,
    response_schema: null,
  };
  const task = newTask(
    {
      id: 't',
      account_id: 'a',
      input,
      steps: [{ id: 'one', name: 'depersonalize', depends_on: [], options: {} }],
      metadata: [{ key: 'started_at', value: at.toISOString() }],
      webhook_url: 'https://example.com',
      ttl: 1,
      reserved: 1,
      awaits_turn: true,
    },
    at,
  );
  const steps = task.steps.map((step) => ({
    ...step,
    ...{ started_at: at, completed_at: at, alive_at: at, not_before: at },
  }));
  const attempt = { attempt: 1, trigger: 'scheduled' as const, started_at: at, ended_at: at };
  return {
    ...task,
    steps,
    ...{ completed_at: at, purged_at: at, cancel_requested_at: at, delete_requested_at: at },
    delivery: {
      id: 'd',
      event: 'task.completed',
      url: 'https://example.com',
      state: 'pending',
      created_at: at,
      next_attempt_at: at,
      manual_requested_at: at,
      attempts: [{ ...attempt, status_code: 200, response_time_ms: 1, error: null }],
      body: null,
    },
  };
}

test('a task is the same after its way through JSON', () => {
  const task = taskWithTimes();
  expect(reviveTask(JSON.parse(JSON.stringify(task)) as object)).toEqual(task);
});
