import type Joi from 'joi';

/** A failure that the operator can fix; the message says how, and no stack is logged. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** The environment does not match the schema; lists every fault, one per line. */
export class ConfigError extends OperatorError {
  override name = 'ConfigError';

  constructor(readonly faults: readonly string[]) {
    super(`The environment does not fit:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

/** Environment variables of this process; nothing else reads `process.env`. */
export function environment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}

/**
 * Read and check settings; an empty variable counts as not set. Secrets are never repeated in a fault.
 * @throws ConfigError naming every fault, before anything connects
 */
export function loadConfig<C>(schema: Joi.ObjectSchema<C>, env = environment()): Readonly<C> {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const { error, value } = schema.validate(set, {
    abortEarly: false,
    stripUnknown: true,
    convert: true,
    errors: { wrap: { label: false }, escapeHtml: false },
  });
  if (error) throw new ConfigError(error.details.map((detail) => detail.message));
  return Object.freeze(value);
}
