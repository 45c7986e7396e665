import { transcodedTask, transcodeTask } from '../tasks/examples/example-results';
import { EXAMPLE_HOOK, exampleIds, failedTask, terminalTask } from '../tasks/examples/example-tasks';

/** The bodies of both kinds of webhooks. */
export const webhookBodies = {
  'task.completed': {
    event: 'task.completed',
    task: terminalTask(transcodedTask),
    timestamp: '2026-03-02T09:30:41.872Z',
  },
  'task.failed': {
    event: 'task.failed',
    task: terminalTask(failedTask(transcodeTask)),
    timestamp: '2026-03-02T09:30:41.872Z',
  },
};

export const exampleDelivery = {
  id: exampleIds.delivery,
  task_id: exampleIds.task,
  event: 'task.completed',
  url: EXAMPLE_HOOK,
  status: 'delivered',
  created_at: '2026-03-02T09:30:41.872Z',
  next_attempt_at: null,
  attempts_total: 2,
  attempts: [
    {
      attempt: 1,
      status_code: 503,
      response_time_ms: 84,
      error: null,
      trigger: 'scheduled',
      started_at: '2026-03-02T09:30:41.901Z',
    },
    {
      attempt: 2,
      status_code: 200,
      response_time_ms: 61,
      error: null,
      trigger: 'scheduled',
      started_at: '2026-03-02T09:30:46.988Z',
    },
  ],
};

export const exampleTestResult = {
  id: exampleIds.delivery,
  delivered: true,
  status_code: 204,
  response_time_ms: 61,
  error: null,
  body: '',
};

export const exampleRotation = {
  webhook_secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDK3zJfkjRfRs=',
  previous_valid_until: '2026-03-03T09:30:41.872Z',
};
