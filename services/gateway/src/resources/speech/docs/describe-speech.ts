import { jsonSchemaOf, type ApiErrorCode, type JsonSchema, type TranscribeOutput } from '@medley/contracts';
import { requestHeaders } from '../../../route-docs/headers';
import * as schema from '../../../route-docs/schema-builders';
import { speechFields } from '../speech-fields';
import { TRANSCRIPTIONS_PATH } from '../speech-routes';
import { exampleTranscript } from '../../tasks/examples/example-results';
import type { AnswerForm } from '../../../speech-answers/answer-form';
import { writeAnswer } from '../../../speech-answers/write-answer';
import { describeSpeechFailures, failures, refusals, speechHeaders } from './speech-failures';

const { text } = schema;

/** The paths of OpenAI's speech API; their server is the root. */
export function describeSpeech(rootUrl: string): Record<string, JsonSchema> {
  const servers = [{ url: rootUrl }];
  const model = { id: 'whisper-1', object: 'model', created: 0, owned_by: 'medley' };
  const list = {
    type: 'object',
    properties: { object: { const: 'list' }, data: schema.listOf(schema.refTo('SpeechModel')) },
  };
  return {
    [TRANSCRIPTIONS_PATH]: { servers, post: transcription() },
    '/v1/models': {
      servers,
      get: operation('listSpeechModels', 'List the speech models, as OpenAI does', {
        content: json(
          { ...list, required: ['object', 'data'] },
          { models: { object: 'list', data: [model] } },
        ),
      }),
    },
    '/v1/models/{model}': {
      servers,
      get: operation('getSpeechModel', 'Read a speech model, as OpenAI does', {
        content: json(schema.refTo('SpeechModel'), { model }),
        parameters: [{ name: 'model', in: 'path', required: true, schema: text }],
        codes: [...refusals, 'NOT_FOUND'],
      }),
    },
  };
}

interface OperationParts {
  content: JsonSchema;
  parameters?: readonly JsonSchema[];
  codes?: readonly ApiErrorCode[];
  more?: JsonSchema;
}

function operation(
  id: string,
  summary: string,
  { content, parameters = [], codes = refusals, more = {} }: OperationParts,
): JsonSchema {
  const { description, schema: ofId } = requestHeaders['X-Request-Id'];
  const requestId = { name: 'X-Request-Id', in: 'header', description, schema: ofId };
  return {
    operationId: id,
    tags: ['OpenAI’s speech API'],
    summary,
    ...more,
    parameters: [...parameters, requestId],
    responses: {
      200: { description: 'The answer.', headers: speechHeaders(200), content },
      ...describeSpeechFailures(codes),
    },
  };
}

function transcription(): JsonSchema {
  const { description, schema: ofKey } = requestHeaders['Idempotency-Key'];
  const any = ['Transcription', 'VerboseTranscription', 'DiarizedTranscription'].map(schema.refTo);
  return operation('createTranscription', 'Transcribe a file, as OpenAI does', {
    parameters: [{ name: 'Idempotency-Key', in: 'header', description, schema: ofKey }],
    codes: failures,
    more: {
      description:
        'An ordinary task underneath, which `X-Medley-Task-Id` names. Its data is purged when it is answered, unless ' +
        '`store` is true. The answer comes when the task has ended.',
      requestBody: { required: true, content: { 'multipart/form-data': { schema: formSchema() } } },
    },
    content: {
      ...json(
        { anyOf: any },
        {
          json: answer({}),
          verbose_json: answer({ response_format: 'verbose_json' }),
          diarized_json: answer({ response_format: 'diarized_json' }),
        },
      ),
      'text/plain': shown(text, { text: written({ response_format: 'text' }) }),
      'application/x-subrip': shown(text, { srt: written({ response_format: 'srt' }) }),
      'text/vtt': shown(text, { vtt: written({ response_format: 'vtt' }) }),
      'text/event-stream': shown(text, { stream: written({ stream: true }) }),
    },
  });
}

/** Lists have brackets in forms. */
function formSchema(): JsonSchema {
  const { properties, required } = jsonSchemaOf(speechFields, {});
  const fields = Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, field]) => [field['type'] === 'array' ? `${name}[]` : name, field] as const,
  );
  const file = { type: 'string', format: 'binary' };
  return {
    type: 'object',
    properties: { file, ...Object.fromEntries(fields) },
    required: ['file', ...(required as string[])],
  };
}

function written(form: Partial<AnswerForm>): string {
  const standard: AnswerForm = {
    response_format: 'json',
    timestamp_granularities: [],
    temperature: 0,
    stream: false,
  };
  return writeAnswer(exampleTranscript satisfies TranscribeOutput, { ...standard, ...form }).text;
}

function answer(form: Partial<AnswerForm>): unknown {
  return JSON.parse(written(form));
}

function shown(content: JsonSchema, values: Record<string, unknown>): JsonSchema {
  const examples = Object.entries(values).map(([name, value]) => [name, { summary: name, value }] as const);
  return { schema: content, examples: Object.fromEntries(examples) };
}

function json(content: JsonSchema, values: Record<string, unknown>): JsonSchema {
  return { 'application/json': shown(content, values) };
}
