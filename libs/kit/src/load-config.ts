import type Joi from 'joi';

/** Something the operator can mend stands in the way; the message says what, and needs no stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** The environment did not fit the schema: every fault at once, one a line. */
export class ConfigError extends OperatorError {
  override name = 'ConfigError';

  constructor(readonly faults: readonly string[]) {
    super(`The environment does not fit:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

/** The variables of this process: the only place that reads them. */
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
  return Object.freeze(value as C);
}
