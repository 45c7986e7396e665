import { newTask, type Task, type TaskStep } from '@medley/contracts';

export const created = new Date('2026-01-02T03:04:05.006Z');
export const completed = new Date('2026-01-02T03:05:00.000Z');
export const expires = new Date('2026-01-02T07:05:00.000Z');
export const TASK_ID = '6a1f7c1e-0f0e-4a53-9d3b-0d6f5a3f7e11';

/** A pending task: a link to media, then a transcode. */
export function pendingTask(changes: Partial<Task> = {}): Task {
  const task = newTask(
    {
      id: TASK_ID,
      account_id: 'account',
      input: {
        url: 'https://example.com/a.wav',
        text: null,
        filename: 'Talk.wav',
        language_in: 'ru',
        language_out: 'en',
        prompt: null,
        template: null,
        response_schema: '{"type":"object"}',
      },
      steps: [
        { id: 'fetch', name: 'fetch', depends_on: [], options: {} },
        { id: 'mp3', name: 'transcode', depends_on: ['fetch'], options: { channels: 1 } },
      ],
      metadata: [{ key: 'order', value: '42' }],
      webhook_url: 'https://example.com/hook',
      ttl: 4,
      reserved: 12_345,
    },
    created,
  );
  return { ...task, ...changes };
}

/** The same task with its steps ended as given, and itself with them. */
export function endedTask(steps: Partial<TaskStep>[], changes: Partial<Task> = {}): Task {
  const task = pendingTask();
  return {
    ...task,
    status: 'completed',
    progress: 1,
    steps: task.steps.map((step, index) => ({
      ...step,
      status: 'completed',
      attempt: 1,
      started_at: created,
      completed_at: completed,
      ...steps[index],
    })),
    cost: { ...task.cost, reserved: 12_345, charged: 2_500, settled: true },
    expires_at: expires,
    updated_at: completed,
    completed_at: completed,
    ...changes,
  };
}
