import {
  completedTask,
  EXAMPLE_HOOK,
  EXAMPLE_URL,
  exampleIds,
  failedTask,
  pendingTask,
} from './example-tasks';

const metadata = [{ key: 'order', value: '4711' }];

export const exampleTranscript = {
  text: 'Good morning, everyone. Good morning!',
  language: 'en',
  duration: 4.2,
  segments: [
    { id: 0, start: 0, end: 2.6, text: 'Good morning, everyone.', speaker: 'A' },
    { id: 1, start: 2.9, end: 4.2, text: 'Good morning!', speaker: 'B' },
  ],
  speakers: ['A', 'B'],
};

/** A transcode with all that comes back in the webhook. */
export const transcodeTask = pendingTask(
  { url: EXAMPLE_URL, filename: 'weekly-meeting.mp4' },
  ['fetch', 'transcode'],
  { webhook_url: EXAMPLE_HOOK, metadata },
);

export const transcodedTask = completedTask(transcodeTask, {
  fetch: { content_type: 'video/mp4', size: 1_843_200, duration: 30.02 },
  transcode: {
    url: `https://medley.example.com/files/${exampleIds.task}/transcode/weekly-meeting.mp3?expires=1772458241&signature=x9J0`,
    format: 'mp3',
    duration: 30.02,
    size: 480_236,
    bitrate: 128_000,
    sample_rate: 44_100,
    channels: 2,
  },
});

export const failedTranscodeTask = failedTask(transcodeTask);

export const exampleDelivery = {
  id: exampleIds.delivery,
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
