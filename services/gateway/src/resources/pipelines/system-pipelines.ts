import type { RequestedStep } from '@medley/contracts';
import type { Pipeline } from '@medley/store';

interface SystemTemplate {
  id: string;
  name: string;
  description: string;
  steps: RequestedStep[];
  /** Absent: all. */
  outputs?: string[];
}

const minutes = { name: 'llm', options: { template: 'minutes' } };

/** The ids must not change: clients refer to them. */
const templates: readonly SystemTemplate[] = [
  {
    id: '6d65646c-6579-4000-8000-000000000001',
    name: 'mp3',
    description: 'A link to any supported media becomes an MP3.',
    steps: [{ name: 'fetch' }, { name: 'transcode' }],
  },
  {
    id: '6d65646c-6579-4000-8000-000000000002',
    name: 'transcript',
    description: 'Speech behind a link becomes text, with speakers.',
    steps: [{ name: 'fetch' }, { name: 'transcribe' }],
  },
  {
    id: '6d65646c-6579-4000-8000-000000000003',
    name: 'meeting-minutes',
    description: 'A recorded meeting becomes its minutes.',
    steps: [{ name: 'fetch' }, { name: 'transcribe' }, minutes],
  },
  {
    id: '6d65646c-6579-4000-8000-000000000004',
    name: 'private-transcript',
    description: 'A transcript from which personal data was removed for good.',
    steps: [{ name: 'fetch' }, { name: 'transcribe' }, { name: 'depersonalize', options: { mode: 'blind' } }],
    outputs: ['depersonalize'],
  },
  {
    id: '6d65646c-6579-4000-8000-000000000005',
    name: 'private-minutes',
    description: 'Minutes of a meeting whose personal data never reaches the language model.',
    steps: [
      { name: 'fetch' },
      { name: 'transcribe' },
      { name: 'depersonalize', options: { mode: 'reversible' } },
      minutes,
      { name: 'restore' },
    ],
    outputs: ['depersonalize', 'restore'],
  },
  {
    id: '6d65646c-6579-4000-8000-000000000006',
    name: 'redacted-audio',
    description: 'A recording as MP3, and its transcript, in which personal data is a beep.',
    steps: [
      { name: 'fetch' },
      { name: 'transcribe' },
      { name: 'depersonalize', options: { mode: 'blind' } },
      { name: 'redact' },
    ],
    outputs: ['depersonalize', 'redact'],
  },
];

const FIRST_RELEASED = new Date('2026-01-01T00:00:00.000Z');

/** The templates of the system, visible to every account. */
export const systemPipelines: readonly Pipeline[] = templates.map((template) => ({
  outputs: null,
  ...template,
  account_id: null,
  created_at: FIRST_RELEASED,
  updated_at: FIRST_RELEASED,
}));
