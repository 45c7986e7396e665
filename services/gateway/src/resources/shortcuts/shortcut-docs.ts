import type { Shortcut } from './draft-shortcut';
import { llmBody, piiBody, transcodeBody, transcribeBody } from './shortcut-requests';
import { transcodeTask } from '../tasks/examples/example-results';
import { EXAMPLE_HOOK, EXAMPLE_LETTER, EXAMPLE_URL, pendingTask } from '../tasks/examples/example-tasks';
import type { RouteDocs } from '../../route-docs/route-docs';
import { commonCreationDocs } from '../tasks/creation/common-creation-docs';

const metadata = [{ key: 'order', value: '4711' }];
const minutesPrompt = 'Decisions and tasks only.';
const schema = {
  type: 'object',
  properties: { mood: { enum: ['good', 'bad'] } },
  required: ['mood'],
};

const ownRules = {
  deny_list: ['Project Alpha', { text: 'Northgate', type: 'CUSTOM_SITE' }],
  patterns: [{ type: 'CUSTOM_TICKET', regex: '\\b[A-Z]{2}-\\d{6}\\b' }],
};

export const shortcutDocs: Readonly<Record<Shortcut, RouteDocs>> = {
  transcode: {
    id: 'transcode',
    tag: 'Shortcuts',
    summary: 'Convert media to MP3',
    description: 'The same as `POST /tasks` with the steps fetch and transcode.',
    ...commonCreationDocs,
    body: transcodeBody,
    examples: [
      {
        name: 'mp3',
        summary: 'With a webhook',
        body: { url: EXAMPLE_URL, filename: 'weekly-meeting.mp4', webhook_url: EXAMPLE_HOOK, metadata },
        response: { data: transcodeTask },
      },
    ],
  },
  transcribe: {
    id: 'transcribe',
    tag: 'Shortcuts',
    summary: 'Convert speech to text',
    description: 'The same as `POST /tasks` with the steps fetch and transcribe.',
    ...commonCreationDocs,
    body: transcribeBody,
    examples: [
      {
        name: 'speakers',
        summary: 'English, with diarization',
        body: { url: EXAMPLE_URL, language: 'en', diarization: true },
        response: {
          data: pendingTask({ url: EXAMPLE_URL }, [
            'fetch',
            ['transcribe', { diarization: true, language: 'en' }],
          ]),
        },
      },
    ],
  },
  llm: {
    id: 'processText',
    tag: 'Shortcuts',
    summary: 'Apply a prompt to text',
    description:
      'The same as `POST /tasks` with the step llm. `prompt` is required beside a `template`, too: the template says how the ' +
      'model works, the prompt what you want of this text. `POST /tasks` takes a template alone.',
    ...commonCreationDocs,
    body: llmBody,
    examples: [
      {
        name: 'template',
        summary: 'A preset template',
        body: { input: 'We ship on Friday. Ann tests.', prompt: minutesPrompt, template: 'minutes' },
        response: {
          data: pendingTask(
            { text: 'We ship on Friday. Ann tests.', prompt: minutesPrompt, template: 'minutes' },
            ['llm'],
          ),
        },
      },
      {
        name: 'structured',
        summary: 'A response by a JSON Schema',
        body: {
          input: 'What a day!',
          prompt: 'How is the mood?',
          language_in: 'en',
          response_schema: schema,
        },
        response: {
          data: pendingTask(
            { text: 'What a day!', prompt: 'How is the mood?', language_in: 'en', response_schema: schema },
            ['llm'],
          ),
        },
      },
    ],
  },
  pii: {
    id: 'depersonalize',
    tag: 'Shortcuts',
    summary: 'Remove personal data from text',
    description: 'The same as `POST /tasks` with the step depersonalize.',
    ...commonCreationDocs,
    body: piiBody,
    examples: [
      {
        name: 'reversible',
        summary: 'Reversible',
        body: { input: EXAMPLE_LETTER, mode: 'reversible', ttl: 24 },
        response: {
          data: pendingTask({ text: EXAMPLE_LETTER }, [['depersonalize', { mode: 'reversible' }]]),
        },
      },
      {
        name: 'blind',
        summary: 'Irreversible',
        body: { input: EXAMPLE_LETTER },
        response: { data: pendingTask({ text: EXAMPLE_LETTER }, [['depersonalize', { mode: 'blind' }]]) },
      },
      {
        name: 'ownRules',
        summary: 'With rules of your own',
        body: { input: EXAMPLE_LETTER, ...ownRules },
        response: {
          data: pendingTask({ text: EXAMPLE_LETTER }, [['depersonalize', { mode: 'blind', ...ownRules }]]),
        },
      },
    ],
  },
};
