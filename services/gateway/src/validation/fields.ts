import Joi from 'joi';
import {
  depersonalizeModes,
  languageCode,
  limits,
  listOf,
  STEPS_MAX,
  stepKinds,
  stepOptionsSchemas,
  textOf,
} from '@medley/contracts';
import type { RuleContext } from './check-body';

const UUID_PATTERN = '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$';
const UUID = new RegExp(UUID_PATTERN);

/** A UUID of any version, in lower case afterwards; null when it is none. */
export function parseUuid(text: string): string | null {
  return UUID.test(text) ? text.toLowerCase() : null;
}

export const uuid = Joi.string()
  .meta({ json: { format: 'uuid', pattern: UUID_PATTERN } })
  .custom((value: string, helpers) => parseUuid(value) ?? helpers.message({ custom: 'must be a UUID' }));

/** A link that a user names: its text is judged here, its addresses when it is opened. */
export const link = Joi.string()
  .meta({ json: { format: 'uri', maxLength: limits.urlMax } })
  .custom((value: string, helpers) => {
    const problem = (helpers.prefs.context as RuleContext | undefined)?.refuseUrl(value) ?? null;
    return problem === null ? value : helpers.message({ custom: problem });
  });

export const ttl = Joi.number()
  .integer()
  .min(0)
  .max(limits.ttlMax)
  .default(limits.ttlDefault)
  .description('Hours the result is stored. 0: deleted right after the webhook was delivered.');

/** A line break or NUL is no part of any file's name. */
export const filename = textOf(0, limits.filenameMax)
  .pattern(/^[^\0\r\n]*$/)
  .messages({ 'string.pattern.base': 'must not have line breaks or NUL' })
  .description('Passed to the webhook and the result; names the MP3 when it is downloaded.');

export const language = languageCode();
export const responseSchema = Joi.object()
  .unknown(true)
  .description(
    'JSON Schema (draft 2020-12 or 07) of the answer, up to 64 KiB and 16 levels. `response_schema` and `responseSchema` are the same.',
  );
export const mode = Joi.valid(...depersonalizeModes).description(
  '`blind` removes for good, `reversible` can be restored, `randomize` puts synthetic values.',
);

const metadataItem = Joi.object({
  key: textOf(1, limits.metadataKeyMax).required(),
  value: textOf(0, limits.metadataValueMax).required(),
})
  .unknown(true)
  .meta({ component: 'MetadataItem' });

export const metadata = listOf(metadataItem, limits.metadataMax)
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

/** An id becomes part of file names and a key of `output`, hence the narrow alphabet. */
const stepId = Joi.string()
  .pattern(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/)
  .messages({
    'string.pattern.base': 'must be 1 to 64 of A–Z, a–z, 0–9, _ and -, and begin with a letter or digit',
  })
  .description('Absent: the name. Makes a step unique that occurs twice.');

const step = Joi.object({
  id: stepId,
  name: Joi.string().required(),
  depends_on: listOf(Joi.string(), STEPS_MAX).description(
    'Ids of the steps that must finish first; `[]` for a first step. Absent: the step before in the array.',
  ),
  options: Joi.object().when('name', {
    switch: stepKinds.map((kind) => ({ is: kind, then: stepOptionsSchemas[kind] })),
    otherwise: Joi.object().unknown(true),
  }),
})
  .unknown(true)
  .meta({ component: 'RequestedStep' });

/** That there is one at all is for the check of the graph to say. */
export const steps = listOf(step, STEPS_MAX)
  .meta({ json: { minItems: 1 } })
  .description('The graph. Ids must be unique, dependencies known and without a cycle, types must fit.');
