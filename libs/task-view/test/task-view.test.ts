import { openBlobStore, storePayload, type BlobStore } from '@medley/blobs';
import { createLogger, Keyring } from '@medley/kit';
import {
  createTaskView,
  deliveryHistory,
  toJsonText,
  type PublicTask,
  type TaskView,
} from '@medley/task-view';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completed, created, endedTask, expires, pendingTask, TASK_ID } from './ended-task';

const now = new Date('2026-01-02T04:00:00.000Z');
const fetched = { inline: '{"content_type":"audio/wav","size":10,"duration":1.5}' };
const transcoded = {
  format: 'mp3',
  duration: 1.5,
  size: 9,
  bitrate: 64_000,
  sample_rate: 16_000,
  channels: 1,
};
const logger = createLogger('test', { LOG_LEVEL: 'error', LOG_FORMAT: 'text' });

let directory: string;
let blobs: BlobStore;
let view: TaskView;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'medley-view-'));
  blobs = await openBlobStore({ BLOB_STORE: 'fs', DATA_DIR: directory, S3_REGION: 'x' }, logger);
  const keyring = new Keyring({ current: Buffer.alloc(32, 7).toString('base64') });
  view = createTaskView({ blobs, publicUrl: 'https://medley.example/', keyring });
});

afterAll(() => rm(directory, { recursive: true, force: true }));

function finishedTask(): ReturnType<typeof endedTask> {
  return endedTask([{ output: fetched }, { output: { inline: JSON.stringify(transcoded) } }]);
}

test('a completed task shows the outputs by step id, with a signed link to its media', async () => {
  const shown = await view.taskView(finishedTask(), now);

  const { url, ...facts } = shown.output?.['mp3'] as { url: string };
  expect(facts).toEqual(transcoded);
  expect(url).toMatch(
    new RegExp(
      `^https://medley\\.example/files/${TASK_ID}/mp3/Talk\\.mp3\\?expires=\\d+&signature=[\\w-]{43}$`,
    ),
  );
  expect(shown).toMatchObject({
    id: TASK_ID,
    status: 'completed',
    input: { url: 'https://example.com/a.wav', response_schema: { type: 'object' }, prompt: null },
    output: { fetch: { content_type: 'audio/wav', size: 10, duration: 1.5 } },
    progress: 1,
    filename: 'Talk.wav',
    metadata: [{ key: 'order', value: '42' }],
    expires_at: expires.toISOString(),
    expired: false,
    cost: { reserved: 1.2345, charged: 0.25 },
    created_at: '2026-01-02T03:04:05.006Z',
    completed_at: completed.toISOString(),
  });
  expect(shown.input).not.toHaveProperty('text');
  expect(shown).not.toHaveProperty('error');
});

test('the steps of a task are shown with their options and errors, without inner fields', async () => {
  const error = { code: 'MEDIA_DAMAGED', message: 'the media cannot be decoded', retryable: false };
  const task = endedTask([{ output: fetched }, { status: 'failed', error }]);

  const { steps } = await view.taskView(task, now);

  expect(steps[1]).toEqual({
    id: 'mp3',
    name: 'transcode',
    depends_on: ['fetch'],
    options: { channels: 1 },
    status: 'failed',
    attempt: 1,
    queued_at: null,
    started_at: created.toISOString(),
    completed_at: completed.toISOString(),
    usage: null,
    cost: null,
    error: 'MEDIA_DAMAGED: the media cannot be decoded',
    attempts: [
      {
        attempt: 1,
        queued_at: null,
        started_at: created.toISOString(),
        completed_at: completed.toISOString(),
        worker: null,
        error: 'MEDIA_DAMAGED: the media cannot be decoded',
      },
    ],
  });
});

test('a failed task shows its error and the outputs of the completed steps', async () => {
  const error = {
    code: 'MEDIA_DAMAGED',
    message: 'the media cannot be decoded',
    step: 'mp3',
    retryable: false,
    attempts: 1,
  };
  const task = endedTask([{ output: fetched }, { status: 'failed' }], { status: 'failed', error });

  const shown = await view.taskView(task, now);

  expect(shown.error).toBe('MEDIA_DAMAGED: the media cannot be decoded');
  expect(shown.error_details).toEqual({
    code: 'MEDIA_DAMAGED',
    step: 'mp3',
    retryable: false,
    attempts: 1,
    charged: 0.25,
  });
  expect(Object.keys(shown.output ?? {})).toEqual(['fetch']);
});

test('a new task has no output and no end', () => {
  const shown = view.taskSummary(pendingTask(), now);

  expect(shown).toMatchObject({ status: 'pending', output: null, completed_at: null, expired: false });
  expect(JSON.parse(JSON.stringify(shown))).not.toHaveProperty('error');
});

test('a task that outlasts its ttl is not expired before it has ended', () => {
  expect(view.taskSummary(pendingTask(), new Date('2026-01-02T08:00:00.000Z'))).toMatchObject({
    expired: false,
    input: { url: 'https://example.com/a.wav' },
  });
});

test.each([
  ['past its time', {}, expires],
  ['purged', { input: null, purged_at: now }, now],
  ['to be deleted', { delete_requested_at: now }, now],
])('a task %s is shown without its input and outputs', async (_what, changes, at) => {
  const task = { ...finishedTask(), ...changes };

  const shown = await view.taskView(task, at);

  expect(shown).toMatchObject({ expired: true, input: null, output: null, filename: null });
  expect(shown.steps.map((step) => step.options)).toEqual([{}, {}]);
  expect(shown).toMatchObject({ id: TASK_ID, status: 'completed', completed_at: completed.toISOString() });
});

test('a large output is read from the blob store; one that a purge deleted counts as none', async () => {
  const text = JSON.stringify({ ...transcoded, note: 'я'.repeat(100_000) });
  const output = await storePayload(blobs, `tasks/${TASK_ID}/mp3/1/output`, text);
  const task = endedTask([{ output: fetched }, { output }]);

  expect((await view.taskView(task, now)).output?.['mp3']).toMatchObject({ note: 'я'.repeat(100_000) });

  await blobs.deletePrefix(`tasks/${TASK_ID}/`);
  expect(Object.keys((await view.taskView(task, now)).output ?? {})).toEqual(['fetch']);
});

test('the body of a webhook is the same whenever it is built', async () => {
  const body = await view.webhookBody(finishedTask(), now);

  expect(await view.webhookBody(finishedTask(), new Date(now.getTime() + 60_000))).toBe(body);
  expect(JSON.parse(body)).toEqual({
    event: 'task.completed',
    task: {
      id: TASK_ID,
      status: 'completed',
      output: expect.objectContaining({ fetch: expect.anything() }) as unknown,
      completed_at: completed.toISOString(),
      filename: 'Talk.wav',
      metadata: [{ key: 'order', value: '42' }],
      created_at: created.toISOString(),
    },
    timestamp: completed.toISOString(),
  });
});

test('the webhook of a failed task has the error as text and no output', async () => {
  const error = {
    code: 'CANCELED',
    message: 'the task was canceled',
    step: null,
    retryable: false,
    attempts: 0,
  };
  const task = endedTask([{ output: fetched }, { status: 'skipped' }], { status: 'failed', error });

  const body = JSON.parse(await view.webhookBody(task, now)) as { event: string; task: object };

  expect(body.event).toBe('task.failed');
  expect(body.task).toMatchObject({ status: 'failed', error: 'CANCELED: the task was canceled' });
  expect(body.task).not.toHaveProperty('output');
});

test('the history lists the attempts of the delivery, and nothing without a webhook', () => {
  const delivery = {
    id: 'd1',
    event: 'task.completed' as const,
    url: 'https://example.com/hook',
    state: 'pending' as const,
    created_at: completed,
    next_attempt_at: now,
    manual_requested_at: null,
    body: { inline: '{}' },
    attempts: [
      {
        attempt: 1,
        trigger: 'scheduled' as const,
        started_at: completed,
        ended_at: now,
        status_code: 500,
        response_time_ms: 12,
        error: 'status 500',
      },
    ],
  };

  expect(deliveryHistory(pendingTask())).toEqual([]);
  expect(deliveryHistory(pendingTask({ delivery }))).toEqual([
    {
      id: 'd1',
      task_id: pendingTask().id,
      event: 'task.completed',
      url: 'https://example.com/hook',
      status: 'pending',
      created_at: completed.toISOString(),
      next_attempt_at: now.toISOString(),
      attempts_total: 1,
      attempts: [
        {
          attempt: 1,
          status_code: 500,
          response_time_ms: 12,
          error: 'status 500',
          trigger: 'scheduled',
          started_at: completed.toISOString(),
        },
      ],
    },
  ]);
});

/** The output as a client parses it. */
function written(task: PublicTask): PublicTask {
  return JSON.parse(toJsonText(task)) as PublicTask;
}

describe('large outputs', () => {
  test('are written byte by byte as they are stored, without being parsed', async () => {
    const task = finishedTask();
    const [step] = task.steps;
    if (!step) throw new Error('no step');
    const stored = `{ "text": "${'я'.repeat(20_000)}",  "model":"m" , "usage": {} }`;
    const key = `tasks/${TASK_ID}/raw/1/result.json`;
    const output = await storePayload(blobs, key, stored);
    const steps = [{ ...step, id: 'raw', name: 'llm' as const, output }];
    const shown = toJsonText(await view.taskView({ ...task, steps }, now));
    expect(shown).toContain(`"output":{"raw":${stored}}`);
    expect(await view.webhookBody({ ...task, steps }, now)).toContain(`"output":{"raw":${stored}}`);
  });
});

describe('outputs beyond 8 MiB', () => {
  const llm = (text: string): string => JSON.stringify({ text, provider: 'p', model: 'm', usage: {} });
  const MIB = 1024 * 1024;

  async function largeTask(...sizes: number[]): Promise<ReturnType<typeof endedTask>> {
    const task = finishedTask();
    const [model] = task.steps;
    if (!model) throw new Error('no step');
    const steps = await Promise.all(
      sizes.map(async (size, index) => {
        const key = `tasks/${TASK_ID}/s${index}/1/result.json`;
        const output = await storePayload(blobs, key, llm('x'.repeat(size)));
        return { ...model, id: `s${index}`, name: 'llm' as const, output };
      }),
    );
    return { ...task, steps };
  }

  test('are links, the largest first, signed until the task expires', async () => {
    const { output } = written(await view.taskView(await largeTask(5 * MIB, 10, 4 * MIB), now));

    expect(Object.keys(output ?? {})).toEqual(['s0', 's1', 's2']);
    expect(output?.['s1']).toMatchObject({ text: 'x'.repeat(10) });
    expect(output?.['s2']).toMatchObject({ model: 'm' });
    const { url, ...omitted } = output?.['s0'] as { url: string };
    expect(omitted).toEqual({ omitted: true, size: llm('').length + 5 * MIB });
    const { pathname, searchParams } = new URL(url);
    const link = { taskId: TASK_ID, stepId: 's0', filename: 'output.json' };
    expect(view.verifyFileLink(pathname, searchParams, now)).toEqual({ verdict: 'ok', ...link });
    expect(view.verifyFileLink(pathname, searchParams, expires)).toEqual({ verdict: 'expired' });
  });

  test('are not read', async () => {
    const task = await largeTask(9 * MIB);
    await blobs.deletePrefix(`tasks/${TASK_ID}/`);
    expect((await view.taskView(task, now)).output).toMatchObject({ s0: { omitted: true } });
  });

  test('do not make webhooks and last events larger', async () => {
    const task = await largeTask(5 * MIB, 5 * MIB);
    expect((await view.webhookBody(task, now)).length).toBeLessThan(8 * MIB);
    expect(JSON.stringify(await view.terminalTask(task, now)).length).toBeLessThan(8 * MIB);
  });

  test('a transcript of four hours with its words is embedded whole', async () => {
    const words = Array.from({ length: 36_000 }, (_, index) => {
      return { start: index * 0.4, end: index * 0.4 + 0.37, word: 'переписка', speaker: 'A' };
    });
    const segments = Array.from({ length: 3_600 }, (_, id) => {
      return { id, start: id * 4, end: id * 4 + 3.9, text: 'переписка '.repeat(10), speaker: 'A' };
    });
    const transcript = {
      text: 'переписка '.repeat(36_000),
      language: 'ru',
      duration: 14_400,
      segments,
      words,
    };
    const key = `tasks/${TASK_ID}/long/1/result.json`;
    const output = await storePayload(blobs, key, JSON.stringify({ ...transcript, speakers: ['A'] }));
    const [task] = [await largeTask(10, 10)];
    const [first, second] = task.steps;
    if (!first || !second) throw new Error('no steps');
    const steps = [{ ...first, name: 'transcribe' as const, output }, second];
    const { output: shown } = written(await view.taskView({ ...task, steps }, now));
    expect(shown?.['s0']).toEqual({ ...transcript, speakers: ['A'] });
  });
});
