import type { SchemaFault } from '@medley/json-schema';
import { AppError } from '@medley/kit';
import type { ChatMessage, Completion } from '../providers/llm-provider';
import { sumUsage } from './sum-usage';
import { buildCorrection, type InvalidAnswer } from './build-correction';
import { extractJson } from './extract-json';
import { llmLimits } from '../llm-limits';

const FAULTS_SHOWN = 5;
const notJson: SchemaFault = { path: '/', message: 'must be a JSON value' };

/** Messages that request an answer by a schema. */
export interface StructuredRequest {
  messages: readonly ChatMessage[];
  /** The context window of the model; corrections must fit into it. */
  contextTokens: number;
}

/** A valid answer. */
export interface StructuredCompletion {
  data: unknown;
  /** The last completion, with the token counts and cost of all attempts. */
  completion: Completion;
}

/**
 * Calls the model until its answer is JSON and valid by the schema; invalid answers are sent back with their faults.
 * @throws AppError SCHEMA_MISMATCH with the paths of the faults, and what `complete` throws
 */
export async function completeStructured(
  complete: (messages: readonly ChatMessage[]) => Promise<Completion>,
  { messages, contextTokens }: StructuredRequest,
  validate: (value: unknown) => Promise<SchemaFault[]>,
): Promise<StructuredCompletion> {
  const invalid: InvalidAnswer[] = [];
  let total: Completion | null = null;
  for (;;) {
    const conversation = invalid.length === 0 ? messages : buildCorrection(messages, invalid, contextTokens);
    const completion = await complete(conversation);
    total = sumUsage(total, completion);
    const { value, faults } = await validateAnswer(completion.text, validate);
    if (faults.length === 0) return { data: value, completion: total };
    if (invalid.length === llmLimits.correctionsMax) throw mismatch(faults);
    invalid.push({ text: completion.text, faults });
  }
}

/** Returns the first valid JSON value in the answer, or the faults of the first candidate. */
async function validateAnswer(
  text: string,
  validate: (value: unknown) => Promise<SchemaFault[]>,
): Promise<{ value: unknown; faults: SchemaFault[] }> {
  const values = extractJson(text);
  let firstFaults: SchemaFault[] | null = null;
  for (const value of values) {
    const faults = await validate(value);
    if (faults.length === 0) return { value, faults };
    firstFaults ??= faults;
  }
  return { value: null, faults: firstFaults ?? [notJson] };
}

function mismatch(faults: readonly SchemaFault[]): AppError {
  const shown = faults.slice(0, FAULTS_SHOWN).map(({ path, message }) => `${path} ${message}`);
  const rest = faults.length > FAULTS_SHOWN ? `; and ${faults.length - FAULTS_SHOWN} more` : '';
  return new AppError(
    'SCHEMA_MISMATCH',
    `the model’s answer does not fit the response schema after ${llmLimits.correctionsMax} corrections: ${shown.join('; ')}${rest}`,
  );
}
