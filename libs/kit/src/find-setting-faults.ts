import type Joi from 'joi';
import { ConfigError, loadConfig, OperatorError } from './load-config';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs every check of settings and returns all faults, each once. A check is `loadConfig`, or reads a file that a setting
 * names; it reports a fault by throwing an OperatorError. Other errors are thrown.
 */
export async function collectFaults(checks: readonly (() => unknown)[]): Promise<string[]> {
  const faults = await Promise.all(
    checks.map(async (check) => {
      try {
        await check();
        return [];
      } catch (error) {
        if (error instanceof ConfigError) return error.faults;
        if (error instanceof OperatorError) return [error.message];
        throw error;
      }
    }),
  );
  return [...new Set(faults.flat())];
}

/** A check of settings for {@link collectFaults}. */
export function schemaCheck<C>(schema: Joi.ObjectSchema<C>, env: Environment): () => unknown {
  return () => loadConfig(schema, env);
}
