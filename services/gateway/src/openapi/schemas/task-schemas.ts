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
import * as is from './words';

const outputNames = [
  'FetchOutput',
  'TranscodeOutput',
  'TranscribeOutput',
  'LlmOutput',
  'DepersonalizeOutput',
  'RestoreOutput',
  'OmittedOutput',
];

const errorText = is.textThat('`CODE: sentence`, for example `MEDIA_UNSUPPORTED: no audio stream found`.');
const nullable = is.orNull;

type ErrorDetails = NonNullable<PublicTask['error_details']>;

/** Of a task wherever it is shown. */
const record = {
  progress: { type: 'number', minimum: 0, maximum: 1 },
  error: { ...errorText, description: `Of a failed task: ${errorText['description'] as string}` },
  error_details: is.refTo('TaskErrorDetails'),
  webhook_url: nullable(is.text),
  filename: nullable(is.text),
  metadata: is.listOf(is.refTo('Metadata')),
  expires_at: { ...is.timestamp, description: 'End of the storage time; set anew when the task ends.' },
  expired: { type: 'boolean', description: 'From then on `input` and `output` are null.' },
  cost: is.refTo('TaskCost'),
  created_at: is.timestamp,
  updated_at: is.timestamp,
  completed_at: nullable(is.timestamp),
};

const status = is.choiceOf(taskStatuses, '`pending` until the end, then `completed` or `failed`.');
const optionsText = 'As given; empty when there are none.';

/** Of a step wherever it is shown. */
const stepRecord = {
  id: is.text,
  name: is.choiceOf(stepKinds),
  depends_on: is.listOf(is.text),
  status: is.choiceOf(stepStatuses),
  attempt: { type: 'integer', minimum: 0 },
  started_at: nullable(is.timestamp),
  completed_at: nullable(is.timestamp),
  error: nullable(errorText),
};

/** The task and its parts, as answers show them. */
export const taskSchemas = {
  Task: is.recordOf<PublicTask>(
    {
      id: is.uuid,
      status,
      input: nullable(is.refTo('TaskInput')),
      output: nullable(is.refTo('TaskOutput')),
      steps: is.listOf(is.refTo('TaskStep')),
      ...record,
    },
    { optional: ['error', 'error_details'] },
  ),
  ListedTask: is.recordOf<PublicListedTask>(
    {
      id: is.uuid,
      status,
      steps: is.listOf(is.refTo('ListedStep')),
      ...record,
      output: nullable(is.refTo('TaskOutput')),
      output_omitted: is.recordOf<NonNullable<PublicListedTask['output_omitted']>>(
        { size: is.bytes, url: is.textThat('Path of the task, which shows its output.') },
        { description: 'With `include=output`, instead of an `output` for which the answer has no room.' },
      ),
    },
    {
      optional: ['error', 'error_details', 'output', 'output_omitted'],
      description: 'A task in a listing: without `input`, and with `output` only by `include=output`.',
    },
  ),
  TaskInput: is.recordOf<PublicInput>(
    {
      url: is.textThat('Credentials in it are masked.'),
      text: is.text,
      filename: nullable(is.text),
      language_in: is.text,
      language_out: is.text,
      prompt: nullable(is.text),
      template: nullable(is.text),
      response_schema: { type: ['object', 'null'] },
    },
    { optional: ['url', 'text'], description: 'Echo of the request; null once expired.' },
  ),
  TaskOutput: {
    type: 'object',
    description: 'One key per finished step: its id. Null before the first has finished and once expired.',
    additionalProperties: { anyOf: outputNames.map(is.refTo) },
  },
  TaskStep: is.recordOf<PublicStep>({ ...stepRecord, options: { type: 'object', description: optionsText } }),
  ListedStep: is.recordOf<PublicListedStep>(
    {
      ...stepRecord,
      options: { type: 'object', description: `${optionsText} Absent when larger than 2 KiB.` },
    },
    { optional: ['options'] },
  ),
  OmittedOutput: is.recordOf<PublicOmittedOutput>(
    {
      omitted: { const: true },
      size: is.bytes,
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
  TaskErrorDetails: is.recordOf<ErrorDetails>({
    code: is.text,
    step: nullable(is.textThat('Id of the step that failed.')),
    retryable: is.boolean,
    attempts: is.integer,
    charged: is.numberThat('Credits for the steps that finished before; the failed one is not charged.'),
  }),
  TaskCost: is.recordOf<PublicTask['cost']>(
    {
      reserved: is.numberThat('Set aside.'),
      charged: is.numberThat('Really used: the price of the steps that finished.'),
    },
    { description: 'Credits.' },
  ),
  Metadata: is.recordOf<PublicTask['metadata'][number]>({ key: is.text, value: is.text }),
  Delivery: is.recordOf<PublicDelivery>({
    id: { ...is.uuid, description: 'The `X-Service-Delivery` of every attempt.' },
    event: is.choiceOf(['task.completed', 'task.failed']),
    url: is.text,
    status: is.choiceOf(deliveryStates),
    created_at: is.timestamp,
    next_attempt_at: nullable(is.timestamp),
    attempts_total: {
      type: 'integer',
      minimum: 0,
      description: 'All attempts so far; beyond 50 the oldest by hand are no longer in `attempts`.',
    },
    attempts: is.listOf(is.refTo('DeliveryAttempt')),
  }),
  DeliveryAttempt: is.recordOf<PublicDeliveryAttempt>(
    {
      attempt: { type: 'integer', minimum: 1 },
      status_code: nullable(is.integer),
      response_time_ms: nullable(is.integer),
      error: nullable(is.text),
      trigger: is.choiceOf(['scheduled', 'manual']),
      started_at: is.timestamp,
    },
    { description: 'While it is under way, status, time and error are null.' },
  ),
} satisfies Record<string, JsonSchema>;
