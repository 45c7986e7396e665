import { stepKinds, stepStatuses, taskStatuses, type JsonSchema } from '@medley/contracts';
import type {
  PublicInput,
  PublicListedStep,
  PublicListedTask,
  PublicOmittedOutput,
  PublicStep,
  PublicStepAttempt,
  PublicTask,
} from '@medley/task-view';
import * as schema from '../../route-docs/schema-builders';

const outputNames = [
  'FetchOutput',
  'TranscodeOutput',
  'TranscribeOutput',
  'LlmOutput',
  'DepersonalizeOutput',
  'RestoreOutput',
  'RedactOutput',
  'OmittedOutput',
];

const errorText = schema.describedText(
  '`CODE: sentence`, for example `MEDIA_UNSUPPORTED: no audio stream found`.',
);
const nullable = schema.orNull;

type ErrorDetails = NonNullable<PublicTask['error_details']>;

/** Fields of every representation of a task. */
const record = {
  outputs: nullable(schema.listOf(schema.text, 'Steps whose outputs are given out; null: all.')),
  progress: { type: 'number', minimum: 0, maximum: 1 },
  error: { ...errorText, description: `Of a failed task: ${errorText['description'] as string}` },
  error_details: schema.refTo('TaskErrorDetails'),
  webhook_url: nullable(schema.text),
  filename: nullable(schema.text),
  metadata: schema.listOf(schema.refTo('Metadata')),
  expires_at: { ...schema.timestamp, description: 'End of the storage time; extended when the task ends.' },
  expired: { type: 'boolean', description: 'When true, `input` and `output` are null.' },
  cost: schema.refTo('TaskCost'),
  batch_id: { ...schema.uuid, description: 'Only of a task of a batch.' },
  retry_of: { ...schema.uuid, description: 'Only of a retry: the task that it retries.' },
  created_at: schema.timestamp,
  updated_at: schema.timestamp,
  completed_at: nullable(schema.timestamp),
};

const status = schema.choiceOf(taskStatuses, '`pending` until the end, then `completed` or `failed`.');
const optionsText = 'As given; empty when there are none.';

/** Fields of every representation of a step. */
const stepRecord = {
  id: schema.text,
  name: schema.choiceOf(stepKinds),
  depends_on: schema.listOf(schema.text),
  status: schema.choiceOf(stepStatuses),
  attempt: { type: 'integer', minimum: 0 },
  queued_at: nullable(schema.timestamp),
  started_at: nullable(schema.timestamp),
  completed_at: nullable(schema.timestamp),
  usage: nullable(
    schema.recordOf<NonNullable<PublicStep['usage']>>(
      { media_seconds: schema.number, characters: schema.integer },
      { optional: ['media_seconds', 'characters'], description: 'What a completed step is priced by.' },
    ),
  ),
  cost: nullable(schema.describedNumber('Credits for the step; null until it has completed.')),
  error: nullable(errorText),
  attempts: schema.listOf(schema.refTo('StepAttempt'), 'All attempts, the current one last.'),
  reused: { const: true, description: 'Only of a step whose result a retry took over; nothing was charged.' },
};

/** Schemas of a task and its parts in responses. */
export const taskSchemas = {
  Task: schema.recordOf<PublicTask>(
    {
      id: schema.uuid,
      status,
      input: nullable(schema.refTo('TaskInput')),
      output: nullable(schema.refTo('TaskOutput')),
      steps: schema.listOf(schema.refTo('TaskStep')),
      ...record,
      retries: schema.listOf(schema.uuid, 'Its newest retries, newest first; only when there are some.'),
    },
    { optional: ['error', 'error_details', 'batch_id', 'retry_of', 'retries'] },
  ),
  ListedTask: schema.recordOf<PublicListedTask>(
    {
      id: schema.uuid,
      status,
      steps: schema.listOf(schema.refTo('ListedStep')),
      ...record,
      output: nullable(schema.refTo('TaskOutput')),
      output_omitted: schema.recordOf<NonNullable<PublicListedTask['output_omitted']>>(
        { size: schema.bytes, url: schema.describedText('Path of the task with its output.') },
        { description: 'With `include=output`, instead of an `output` that does not fit into the response.' },
      ),
    },
    {
      optional: ['error', 'error_details', 'batch_id', 'retry_of', 'output', 'output_omitted'],
      description: 'A task in a listing: without `input`, with `output` only for `include=output`.',
    },
  ),
  TaskPage: schema.cursorPageOf('ListedTask'),
  TaskInput: schema.recordOf<PublicInput>(
    {
      url: schema.describedText('Credentials in it are masked.'),
      text: schema.text,
      filename: nullable(schema.text),
      language_in: schema.text,
      language_out: schema.text,
      prompt: nullable(schema.text),
      template: nullable(schema.text),
      response_schema: { type: ['object', 'null'] },
    },
    { optional: ['url', 'text'], description: 'The input of the request; null once expired.' },
  ),
  TaskOutput: {
    type: 'object',
    description:
      'Outputs of the completed steps that `outputs` gives out, by step id. Null before the first one and once expired.',
    additionalProperties: { anyOf: outputNames.map(schema.refTo) },
  },
  TaskStep: schema.recordOf<PublicStep>(
    { ...stepRecord, options: { type: 'object', description: optionsText } },
    { optional: ['reused'] },
  ),
  ListedStep: schema.recordOf<PublicListedStep>(
    {
      ...stepRecord,
      options: { type: 'object', description: `${optionsText} Absent when larger than 2 KiB.` },
    },
    { optional: ['options', 'reused'] },
  ),
  StepAttempt: schema.recordOf<PublicStepAttempt>({
    attempt: { type: 'integer', minimum: 1 },
    queued_at: nullable(schema.timestamp),
    started_at: nullable(schema.timestamp),
    completed_at: nullable(schema.timestamp),
    worker: nullable(schema.describedText('The instance of the service; null while it is not known.')),
    error: nullable(errorText),
  }),
  OmittedOutput: schema.recordOf<PublicOmittedOutput>(
    {
      omitted: { const: true },
      size: schema.bytes,
      url: {
        type: 'string',
        format: 'uri',
        description: 'Signed link to the output as JSON; needs no key, works until `expires_at`.',
      },
    },
    {
      description: 'In place of an output that is too large: the outputs of a task are embedded up to 8 MiB.',
    },
  ),
  TaskErrorDetails: schema.recordOf<ErrorDetails>({
    code: schema.text,
    step: nullable(schema.describedText('Id of the step that failed.')),
    retryable: schema.boolean,
    attempts: schema.integer,
    charged: schema.describedNumber(
      'Credits for the steps that completed before; the failed one is not charged.',
    ),
  }),
  TaskCost: schema.recordOf<PublicTask['cost']>(
    {
      reserved: schema.describedNumber('Reserved and not settled yet.'),
      charged: schema.describedNumber('The price of the completed steps.'),
      max: schema.describedNumber('`max_cost` of the request, if it had one.'),
    },
    { description: 'Credits.', optional: ['max'] },
  ),
  Metadata: schema.recordOf<PublicTask['metadata'][number]>({ key: schema.text, value: schema.text }),
} satisfies Record<string, JsonSchema>;
