import { completedTask, EXAMPLE_HOOK, EXAMPLE_URL, exampleIds, pendingTask } from './example-tasks';

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

export const exampleRedactedTranscript = {
  ...exampleTranscript,
  text: 'Good morning, [PERSON_1]. Good morning!',
  segments: [
    { id: 0, start: 0, end: 2.6, text: 'Good morning, [PERSON_1].', speaker: 'A' },
    { id: 1, start: 2.9, end: 4.2, text: 'Good morning!', speaker: 'B' },
  ],
};

/** A transcode task with webhook, file name and metadata. */
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
