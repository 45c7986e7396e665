import { limits, type RequestedStep } from '@medley/contracts';
import type { JsonObject } from '../http/parse-body';
import { checkBody, type RuleContext } from '../validation/check-body';
import { dropNulls } from '../validation/drop-nulls';
import { llmBody, piiBody, transcodeBody, transcribeBody } from '../validation/task-schemas';
import { readPairs } from './draft-task';
import { pickResponseSchema } from './pick-response-schema';
import type { DraftResult, TaskDraft } from './task-draft';

export type Shortcut = 'transcode' | 'transcribe' | 'llm' | 'pii';

/** How each shortcut reads its body: the same as `POST /tasks` with fixed steps. */
export const draftShortcut: Readonly<
  Record<Shortcut, (body: JsonObject, rules: RuleContext) => DraftResult>
> = {
  transcode(body, rules) {
    const { value, faults } = checkBody(transcodeBody, dropNulls(body), rules);
    return { draft: draftOf(value, [{ name: 'fetch' }, { name: 'transcode' }]), faults };
  },
  transcribe(body, rules) {
    const { value, faults } = checkBody(transcribeBody, dropNulls(body), rules);
    const { diarization, language, min_speakers, max_speakers, vocabulary, words, model } = value;
    const said = { diarization, language, min_speakers, max_speakers, vocabulary, words, model };
    const options = Object.fromEntries(Object.entries(said).filter(([, option]) => option !== undefined));
    return { draft: draftOf(value, [{ name: 'fetch' }, { name: 'transcribe', options }]), faults };
  },
  llm(body, rules) {
    const { value, faults } = checkBody(llmBody, dropNulls(body), rules);
    const { provider, model } = value;
    const options = { ...(provider && { provider }), ...(model && { model }) };
    const schema = pickResponseSchema(value);
    const draft = draftOf(value, [{ name: 'llm', options }], schema);
    return { draft, faults: [...faults, ...schema.faults] };
  },
  pii(body, rules) {
    const { value, faults } = checkBody(piiBody, dropNulls(body), rules);
    const { mode, entity_types, allow_list } = value;
    const options = { mode, ...(entity_types && { entity_types }), ...(allow_list && { allow_list }) };
    return { draft: draftOf(value, [{ name: 'depersonalize', options }]), faults };
  },
};

interface ShortcutBody {
  url?: string;
  input?: string;
  filename?: string;
  language_in?: string;
  language_out?: string;
  prompt?: string;
  template?: string;
  webhook_url?: string;
  ttl: number;
  metadata?: { key: string; value: string }[];
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
    given: body.url === undefined ? ['text'] : ['url'],
    steps,
    pipelineId: null,
    webhookUrl: body.webhook_url ?? null,
    ttl: body.ttl,
    metadata: readPairs(body.metadata),
    // The steps of a shortcut are ours: what is wrong in their options came from a field of the body.
    fieldName: (field) =>
      field === 'response_schema' ? (schema?.field ?? field) : field.replace(/^steps\[\d+\]\.options\./, ''),
  };
}
