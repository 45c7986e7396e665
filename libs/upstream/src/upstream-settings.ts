import Joi from 'joi';

/** Settings of one upstream; a service gives each its own prefix (`LLM_BASE_URL`, …). Keys have no default. */
export const upstreamSetting = {
  /** Ends in `/v1`. Private addresses are allowed, because the operator sets it. */
  baseUrl: (): Joi.StringSchema => Joi.string().uri({ scheme: ['http', 'https'] }),
  /** Printable ASCII, as headers require; the error does not contain the key. */
  apiKey: (): Joi.StringSchema =>
    Joi.string().custom((value: string, helpers) =>
      /^[\x21-\x7e]+$/.test(value)
        ? value
        : helpers.message({ custom: '{{#label}} must be printable ASCII without blanks' }),
    ),
  /** Idle timeout: milliseconds without a byte after which a request is aborted. */
  silenceMs: (): Joi.NumberSchema => Joi.number().integer().min(100).max(1_200_000).default(60_000),
  /** Milliseconds before the first retry after a transient error, doubled for each further one. */
  retryMs: (): Joi.NumberSchema => Joi.number().integer().min(1).max(60_000).default(1_000),
};

/** The `Authorization: Bearer` header of an API key; none without a key. */
export function bearer(apiKey: string | undefined): Record<string, string> {
  return apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
}
