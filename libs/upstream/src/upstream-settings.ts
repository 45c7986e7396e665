import Joi from 'joi';

/** Settings of one upstream; a service gives each its own prefix (`LLM_BASE_URL`, …). Keys have no default. */
export const upstreamSetting = {
  /** Ends in `/v1`; it may be private, since the operator chose it. */
  baseUrl: (): Joi.StringSchema => Joi.string().uri({ scheme: ['http', 'https'] }),
  /** What a header can carry; a key that cannot is never repeated. */
  apiKey: (): Joi.StringSchema =>
    Joi.string().custom((value: string, helpers) =>
      /^[\x21-\x7e]+$/.test(value)
        ? value
        : helpers.message({ custom: '{{#label}} must be printable ASCII without blanks' }),
    ),
  /** Milliseconds without a byte after which a request is given up. */
  silenceMs: (): Joi.NumberSchema => Joi.number().integer().min(100).max(1_200_000).default(60_000),
  /** Milliseconds before a request is tried again after trouble that may pass; twice as long before the next time. */
  retryMs: (): Joi.NumberSchema => Joi.number().integer().min(1).max(60_000).default(1_000),
};

/** The headers that carry a key as OpenAI and its likes want it; none without a key. */
export function bearer(apiKey: string | undefined): Record<string, string> {
  return apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
}
