import Joi from 'joi';
import { limits, taskLimits, sourceHeaders, textOf, toUnits, webhookRequestHeaders } from '@medley/contracts';
import type { TaskDraft } from './task-draft';
import { language, link, metadata, uploadOrLink, responseSchema, ttl } from '../../../validation/fields';

/** The fields of every request that creates a task. */
export interface CreationFields {
  webhook_url?: string;
  webhook_headers?: Record<string, string>;
  ttl: number;
  max_cost?: number;
  timeout?: number;
  metadata?: { key: string; value: string }[];
}

const webhookUrl = link.description('Where the result is sent when the task ends.');
const maxCost = Joi.number()
  .min(0)
  .description(
    'Credits. A task that reserves more is refused; one that would cost more by the length of its input fails with ' +
      '`COST_LIMIT` before it spends them.',
  );
const timeout = Joi.number()
  .integer()
  .min(taskLimits.timeoutMinMs / 1_000)
  .max(taskLimits.deadlineMs / 1_000)
  .description(
    'Seconds in which the task must end, else it fails with `DEADLINE_EXCEEDED`. Default: six hours.',
  );
export const creationFields = {
  webhook_url: webhookUrl,
  webhook_headers: webhookRequestHeaders.description(
    'Headers for the webhook, for example a key of the receiver; at most 10. Stored encrypted, never shown.',
  ),
  ttl,
  metadata,
  max_cost: maxCost,
  timeout,
};

/** The limits that a request sets for its task. */
export function readTaskLimits({
  max_cost,
  timeout,
}: CreationFields): Pick<TaskDraft, 'maxCost' | 'timeoutMs'> {
  return {
    maxCost: max_cost === undefined ? null : toUnits(max_cost),
    timeoutMs: timeout === undefined ? null : timeout * 1_000,
  };
}

export const mediaLink: Joi.StringSchema = uploadOrLink.description(
  'Link to media: MP3, WAV, OGG, FLAC, M4A, AAC, AIFF, MP4, MOV, WebM, MKV or AVI; or the `url` of an upload, `upload:<id>`.',
);

/** For endpoints with a `mediaLink`. */
export const sourceField = {
  source_headers: sourceHeaders.description(
    'Headers for the origin (scheme, host and port) of `url`, for example `Authorization`; at most 10. Never sent to another ' +
      'origin after a redirect. Stored encrypted, never shown.',
  ),
};

export const promptFields = {
  language_in: language.default(limits.languageDefault).description('ISO 639-1: the language of the text.'),
  language_out: language.default(limits.languageDefault).description('ISO 639-1: the language to answer in.'),
  template: textOf(0, limits.templateMax).description('Name of a prompt template, see `GET /templates`.'),
  response_schema: responseSchema,
  responseSchema,
};
