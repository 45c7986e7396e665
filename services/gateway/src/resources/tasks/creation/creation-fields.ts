import type Joi from 'joi';
import { limits, textOf } from '@medley/contracts';
import { language, link, metadata, responseSchema, ttl } from '../../../validation/fields';

/** The fields of every request that creates a task. */
export interface CreationFields {
  webhook_url?: string;
  ttl: number;
  metadata?: { key: string; value: string }[];
}

const webhookUrl = link.description('Where the result is sent when the task ends.');
export const creationFields = { webhook_url: webhookUrl, ttl, metadata };

export const mediaLink: Joi.StringSchema = link.description(
  'Link to media: MP3, WAV, OGG, FLAC, M4A, MP4, WebM or MKV.',
);

export const promptFields = {
  language_in: language.default(limits.languageDefault).description('ISO 639-1: the language of the text.'),
  language_out: language.default(limits.languageDefault).description('ISO 639-1: the language to answer in.'),
  template: textOf(0, limits.templateMax).description('Name of a prompt template, see `GET /templates`.'),
  response_schema: responseSchema,
  responseSchema,
};
