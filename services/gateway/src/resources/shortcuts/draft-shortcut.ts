import type Joi from 'joi';
import { limits, type RequestedStep } from '@medley/contracts';
import type { JsonObject } from '../../validation/json-object';
import { checkBody, type ValidationContext, type ValidationResult } from '../../validation/check-body';
import { dropNulls } from '../../validation/drop-nulls';
import { unknownFieldsOf, type UnknownField } from '../../validation/unknown-fields';
import { llmBody, piiBody, transcodeBody, transcribeBody } from './shortcut-requests';
import { readMetadata } from '../tasks/creation/draft-task';
import { readTaskLimits, type CreationFields } from '../tasks/creation/creation-fields';
import { pickResponseSchema } from '../tasks/creation/pick-response-schema';
import { findHeaderIssues, readHeaders } from '../tasks/creation/seal-headers';
import type { DraftResult, TaskDraft } from '../tasks/creation/task-draft';

export type Shortcut = 'transcode' | 'transcribe' | 'llm' | 'pii';

/** Reads bodies by a schema, and names the fields that it does not have. */
function readerOf<T extends CreationFields>(
  schema: Joi.ObjectSchema<T>,
): (body: JsonObject, context: ValidationContext) => ValidationResult<T> & { unknown: UnknownField[] } {
  const findUnknown = unknownFieldsOf(schema);
  return (body, context) => {
    const present = dropNulls(body);
    const { value, issues } = checkBody(schema, present, context);
    return { value, issues: [...issues, ...findHeaderIssues(value)], unknown: findUnknown(present) };
  };
}

const read = {
  transcode: readerOf(transcodeBody),
  transcribe: readerOf(transcribeBody),
  llm: readerOf(llmBody),
  pii: readerOf(piiBody),
};

/** Reads the body of each shortcut as a draft of a task with fixed steps. */
export const draftShortcut: Readonly<
  Record<Shortcut, (body: JsonObject, context: ValidationContext) => DraftResult>
> = {
  transcode(body, context) {
    const { value, issues, unknown } = read.transcode(body, context);
    return { draft: draftOf(value, [{ name: 'fetch' }, { name: 'transcode' }]), issues, unknown };
  },
  transcribe(body, context) {
    const { value, issues, unknown } = read.transcribe(body, context);
    const { diarization, language, min_speakers, max_speakers, vocabulary, words, model } = value;
    const said = { diarization, language, min_speakers, max_speakers, vocabulary, words, model };
    const options = Object.fromEntries(Object.entries(said).filter(([, option]) => option !== undefined));
    const draft = draftOf(value, [{ name: 'fetch' }, { name: 'transcribe', options }]);
    // The body has one field for the language.
    const fieldName = (field: string): string =>
      field === 'language_in' ? 'language' : draft.fieldName(field);
    return { draft: { ...draft, fieldName }, issues, unknown };
  },
  llm(body, context) {
    const { value, issues, unknown } = read.llm(body, context);
    const { provider, model } = value;
    const options = { ...(provider && { provider }), ...(model && { model }) };
    const schema = pickResponseSchema(value);
    const draft = draftOf(value, [{ name: 'llm', options }], schema);
    return { draft, issues: [...issues, ...schema.issues], unknown };
  },
  pii(body, context) {
    const { value, issues, unknown } = read.pii(body, context);
    const { mode, sensitivity, min_score, entity_types, allow_list, deny_list, patterns } = value;
    const others = { sensitivity, min_score, entity_types, allow_list, deny_list, patterns };
    const options = {
      mode,
      ...Object.fromEntries(Object.entries(others).filter(([, given]) => given !== undefined)),
    };
    return { draft: draftOf(value, [{ name: 'depersonalize', options }]), issues, unknown };
  },
};

interface ShortcutBody extends CreationFields {
  url?: string;
  source_headers?: Record<string, string>;
  input?: string;
  filename?: string;
  language_in?: string;
  language_out?: string;
  prompt?: string;
  template?: string;
}

function draftOf(
  body: ShortcutBody,
  steps: RequestedStep[],
  schema?: { schema: Record<string, unknown> | null; field: string },
): TaskDraft {
  return {
    input: {
      url: body.url ?? null,
      text: body.input ?? null,
      filename: body.filename ?? null,
      language_in: body.language_in ?? limits.languageDefault,
      language_out: body.language_out ?? limits.languageDefault,
      prompt: body.prompt ?? null,
      template: body.template ?? null,
      response_schema: schema?.schema ?? null,
    },
    inputs: body.url === undefined ? ['text'] : ['url'],
    steps,
    pipelineId: null,
    outputs: null,
    webhookUrl: body.webhook_url ?? null,
    headers: readHeaders(body),
    ...readTaskLimits(body),
    ttl: body.ttl,
    metadata: readMetadata(body.metadata),
    // The client sent no steps: their options are fields of the body.
    fieldName: (field) =>
      field === 'response_schema' ? (schema?.field ?? field) : field.replace(/^steps\[\d+\]\.options\./, ''),
  };
}
