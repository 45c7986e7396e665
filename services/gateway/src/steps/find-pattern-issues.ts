import {
  limits,
  type DepersonalizeOptions,
  type RequestedStep,
  type ValidationIssue,
} from '@medley/contracts';
import type { SchemaChecks } from './schema-checks';

/** Check the regular expressions of a depersonalize step whose form is valid. */
export async function findPatternIssues(
  step: RequestedStep,
  index: number,
  checks: SchemaChecks,
): Promise<ValidationIssue[]> {
  const { patterns } = (step.options ?? {}) as DepersonalizeOptions;
  if (step.name !== 'depersonalize' || !Array.isArray(patterns) || patterns.length === 0) return [];
  const regexes = patterns.map((pattern: unknown) => (pattern as { regex?: unknown } | null)?.regex);
  // Anything else was already reported by the Joi schema.
  if (patterns.length > limits.patternsMax || !regexes.every(isShortText)) return [];
  const messages = await checks.checkPatterns(regexes);
  return messages.flatMap((message, at) =>
    message === null ? [] : [{ field: `steps[${index}].options.patterns[${at}].regex`, message }],
  );
}

function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 2 * limits.patternMax;
}
