import { deliveryStates, stepKinds, stepStatuses, taskStatuses, type JsonSchema } from '@medley/contracts';
import type {
  PublicDelivery,
  PublicDeliveryAttempt,
  PublicInput,
  PublicListedStep,
  PublicListedTask,
  PublicOmittedOutput,
  PublicStep,
  PublicTask,
} from '@medley/task-view';
import * as schema from './schema-builders';

const outputNames = [
  'FetchOutput',
  'TranscodeOutput',
  'TranscribeOutput',
  'LlmOutput',
  'DepersonalizeOutput',
  'RestoreOutput',
  'OmittedOutput',
];

const errorText = schema.textThat(
  '`CODE: sentence`, for example `MEDIA_UNSUPPORTED: no audio stream found`.',
);
const nullable = schema.orNull;

type ErrorDetails = NonNullable<PublicTask['error_details']>;

/** Of a task wherever it is shown. */
const record = {
  progress: { type: 'number', minimum: 0, maximum: 1 },
  error: { ...errorText, description: `Of a failed task: ${errorText['description'] as string}` },
  error_details: schema.refTo('TaskErrorDetails'),
  webhook_url: nullable(schema.text),
  filename: nullable(schema.text),
  metadata: schema.listOf(schema.refTo('Metadata')),
  expires_at: { ...schema.timestamp, description: 'End of the storage time; set anew when the task ends.' },
  expired: { type: 'boolean', description: 'From then on `input` and `output` are null.' },
  cost: schema.refTo('TaskCost'),
  created_at: schema.timestamp,
  updated_at: schema.timestamp,
  completed_at: nullable(schema.timestamp),
};

const status = schema.choiceOf(taskStatuses, '`pending` until the end, then `completed` or `failed`.');
const optionsText = 'As given; empty when there are none.';

/** Of a step wherever it is shown. */
const stepRecord = {
  id: schema.text,
  name: schema.choiceOf(stepKinds),
  depends_on: schema.listOf(schema.text),
  status: schema.choiceOf(stepStatuses),
  attempt: { type: 'integer', minimum: 0 },
  started_at: nullable(schema.timestamp),
  completed_at: nullable(schema.timestamp),
  error: nullable(errorText),
};

/** The task and its parts, as answers show them. */
export const taskSchemas = {
  Task: schema.recordOf<PublicTask>(
    {
      id: schema.uuid,
      status,
      input: nullable(schema.refTo('TaskInput')),
      output: nullable(schema.refTo('TaskOutput')),
      steps: schema.listOf(schema.refTo('TaskStep')),
      ...record,
    },
    { optional: ['error', 'error_details'] },
  ),
  ListedTask: schema.recordOf<PublicListedTask>(
    {
      id: schema.uuid,
      status,
      steps: schema.listOf(schema.refTo('ListedStep')),
      ...record,
      output: nullable(schema.refTo('TaskOutput')),
      output_omitted: schema.recordOf<NonNullable<PublicListedTask['output_omitted']>>(
        { size: schema.bytes, url: schema.textThat('Path of the task, which shows its output.') },
        { description: 'With `include=output`, instead of an `output` for which the answer has no room.' },
      ),
    },
    {
      optional: ['error', 'error_details', 'output', 'output_omitted'],
      description: 'A task in a listing: without `input`, and with `output` only by `include=output`.',
    },
  ),
  TaskInput: schema.recordOf<PublicInput>(
    {
      url: schema.textThat('Credentials in it are masked.'),
      text: schema.text,
      filename: nullable(schema.text),
      language_in: schema.text,
      language_out: schema.text,
      prompt: nullable(schema.text),
      template: nullable(schema.text),
      response_schema: { type: ['object', 'null'] },
    },
    { optional: ['url', 'text'], description: 'Echo of the request; null once expired.' },
  ),
  TaskOutput: {
    type: 'object',
    description: 'One key per finished step: its id. Null before the first has finished and once expired.',
    additionalProperties: { anyOf: outputNames.map(schema.refTo) },
  },
  TaskStep: schema.recordOf<PublicStep>({
    ...stepRecord,
    options: { type: 'object', description: optionsText },
  }),
  ListedStep: schema.recordOf<PublicListedStep>(
    {
      ...stepRecord,
      options: { type: 'object', description: `${optionsText} Absent when larger than 2 KiB.` },
    },
    { optional: ['options'] },
  ),
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
    step: nullable(schema.textThat('Id of the step that failed.')),
    retryable: schema.boolean,
    attempts: schema.integer,
    charged: schema.numberThat('Credits for the steps that finished before; the failed one is not charged.'),
  }),
  TaskCost: schema.recordOf<PublicTask['cost']>(
    {
      reserved: schema.numberThat('Set aside.'),
      charged: schema.numberThat('Really used: the price of the steps that finished.'),
    },
    { description: 'Credits.' },
  ),
  Metadata: schema.recordOf<PublicTask['metadata'][number]>({ key: schema.text, value: schema.text }),
  Delivery: schema.recordOf<PublicDelivery>({
    id: { ...schema.uuid, description: 'The `X-Service-Delivery` of every attempt.' },
    event: schema.choiceOf(['task.completed', 'task.failed']),
    url: schema.text,
    status: schema.choiceOf(deliveryStates),
    created_at: schema.timestamp,
    next_attempt_at: nullable(schema.timestamp),
    attempts_total: {
      type: 'integer',
      minimum: 0,
      description: 'All attempts so far; beyond 50 the oldest by hand are no longer in `attempts`.',
    },
    attempts: schema.listOf(schema.refTo('DeliveryAttempt')),
  }),
  DeliveryAttempt: schema.recordOf<PublicDeliveryAttempt>(
    {
      attempt: { type: 'integer', minimum: 1 },
      status_code: nullable(schema.integer),
      response_time_ms: nullable(schema.integer),
      error: nullable(schema.text),
      trigger: schema.choiceOf(['scheduled', 'manual']),
      started_at: schema.timestamp,
    },
    { description: 'While it is under way, status, time and error are null.' },
  ),
} satisfies Record<string, JsonSchema>;
