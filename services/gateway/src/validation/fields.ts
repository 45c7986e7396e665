import Joi from 'joi';
import {
  depersonalizeModes,
  isUploadUrl,
  languageCode,
  limits,
  listOf,
  parseUploadUrl,
  STEPS_MAX,
  stepKinds,
  stepOptionsSchemas,
  textOf,
  uploadUrl,
} from '@medley/contracts';
import type { ValidationContext } from './check-body';

const UUID_PATTERN = '^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$';
const UUID = new RegExp(UUID_PATTERN);

/** A UUID of any version in lower case; null for any other text. */
export function parseUuid(text: string): string | null {
  return UUID.test(text) ? text.toLowerCase() : null;
}

export const uuid = Joi.string()
  .meta({ json: { format: 'uuid', pattern: UUID_PATTERN } })
  .custom((value: string, helpers) => parseUuid(value) ?? helpers.message({ custom: 'must be a UUID' }));

const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** A bound of a listing: a moment, or a date for its first moment in UTC. */
export const time = Joi.string()
  .meta({ json: { type: 'string', format: 'date-time' } })
  .custom((value: string, helpers) => {
    const date = new Date(TIME.test(value) ? value : NaN);
    return Number.isNaN(date.getTime())
      ? helpers.message({ custom: 'must be a time such as 2026-11-23T09:30:00Z, or a date' })
      : date;
  });

/** A URL given by a client. Only its text is validated here; the addresses it resolves to are checked when it is requested. */
export const link = Joi.string()
  .meta({ json: { format: 'uri', maxLength: limits.urlMax } })
  .custom(checkLink);

/** The same for media, which may also be an upload: `upload:<uuid>`. */
export const uploadOrLink = Joi.string()
  .meta({ json: { format: 'uri', maxLength: limits.urlMax } })
  .custom((value: string, helpers) => {
    if (!isUploadUrl(value)) return checkLink(value, helpers);
    const id = parseUploadUrl(value);
    return id === null
      ? helpers.message({ custom: 'must be upload: and the id of an upload' })
      : uploadUrl(id);
  });

function checkLink(value: string, helpers: Joi.CustomHelpers): string | Joi.ErrorReport {
  const problem = (helpers.prefs.context as ValidationContext | undefined)?.checkUrl(value) ?? null;
  return problem === null ? value : helpers.message({ custom: problem });
}

/** Of a retry, which has the `ttl` of the retried task by default. */
export const ttlOfRetry = Joi.number()
  .integer()
  .min(0)
  .max(limits.ttlMax)
  .description('Hours the result is stored. 0: deleted right after the webhook was delivered.');
export const ttl = ttlOfRetry.default(limits.ttlDefault);

export const filename = textOf(0, limits.filenameMax)
  .pattern(/^[^\0\r\n]*$/)
  .messages({ 'string.pattern.base': 'must not have line breaks or NUL' })
  .description('Passed to the webhook and the result; names the MP3 when it is downloaded.');

export const language = languageCode();
export const responseSchema = Joi.object()
  .unknown(true)
  .description(
    'JSON Schema (draft 2020-12 or 07) of the response of the model, up to 64 KiB and 16 levels. ' +
      '`responseSchema` is an alias of `response_schema`.',
  );
export const mode = Joi.valid(...depersonalizeModes).description(
  '`blind` removes values, `reversible` allows to restore them, `randomize` replaces them by synthetic ones.',
);

const metadataItem = Joi.object({
  key: textOf(1, limits.metadataKeyMax).required(),
  value: textOf(0, limits.metadataValueMax).required(),
})
  .unknown(true)
  .messages({ 'object.base': 'must be an object with the texts "key" and "value"' })
  .meta({ component: 'MetadataItem' });

export const metadata = listOf(metadataItem, limits.metadataMax)
  .messages({ 'array.base': 'must be an array of objects with the texts "key" and "value"' })
  .description('Comes back in answers and webhooks. At most 16 KiB in all.')
  .custom((items: unknown[], helpers) => {
    const texts = items.flatMap((item) => Object.values(Object(item) as object));
    const bytes = texts.reduce<number>((sum, text) => sum + byteLength(text), 0);
    return bytes <= limits.metadataBytesMax
      ? items
      : helpers.message({ custom: `must not be larger than ${limits.metadataBytesMax / 1024} KiB` });
  });

function byteLength(text: unknown): number {
  return typeof text === 'string' ? Buffer.byteLength(text) : 0;
}

/** Step ids become parts of file names and keys of `output`, which restricts their characters. */
export const stepId = Joi.string()
  .pattern(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/)
  .messages({
    'string.pattern.base': 'must be 1 to 64 of A–Z, a–z, 0–9, _ and -, and begin with a letter or digit',
  })
  .description('Absent: the name. Makes a step unique that occurs twice.');

export const outputs = listOf(stepId, STEPS_MAX)
  .min(1)
  .unique()
  .description(
    'Ids of the steps whose outputs leave the service. Default: all. The others serve only the steps below them and are ' +
      'deleted when the last of these has ended.',
  );

const step = Joi.object({
  id: stepId,
  name: Joi.string().required(),
  depends_on: listOf(Joi.string(), STEPS_MAX).description(
    'Ids of the steps that must complete first; `[]` for a first step. Default: the preceding step of the array.',
  ),
  options: Joi.object().when('name', {
    switch: stepKinds.map((kind) => ({ is: kind, then: stepOptionsSchemas[kind] })),
    otherwise: Joi.object().unknown(true),
  }),
})
  .unknown(true)
  .meta({ component: 'RequestedStep' });

/** `resolveGraph` reports an empty list. */
export const steps = listOf(step, STEPS_MAX)
  .meta({ json: { minItems: 1 } })
  .description('The graph. Ids must be unique, dependencies known and without a cycle, types must fit.');
