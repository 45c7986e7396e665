import type { SchemaFault } from '@medley/json-schema';
import { AppError } from '@medley/kit';
import type { ChatMessage, Completion } from '../providers/llm-provider';
import { addUp } from './add-up';
import { buildRepair, type WrongAnswer } from './build-repair';
import { parseAnswer } from './parse-answer';
import { llmLimits } from '../llm-limits';

const FAULTS_SHOWN = 5;
const notJson: SchemaFault = { path: '/', message: 'must be a JSON value' };

export interface StructuredQuestion {
  messages: readonly ChatMessage[];
  /** Of the model that is asked: corrections stay within. */
  contextTokens: number;
}

export interface StructuredAnswer {
  data: unknown;
  /** The last completion, its token counts and cost being those of all rounds. */
  completion: Completion;
}

/**
 * Ask until the answer is JSON and valid by the schema. Never returns data that is not.
 * @throws AppError SCHEMA_MISMATCH with the paths, and whatever `ask` throws
 */
export async function answerBySchema(
  ask: (messages: readonly ChatMessage[]) => Promise<Completion>,
  { messages, contextTokens }: StructuredQuestion,
  validate: (value: unknown) => Promise<SchemaFault[]>,
): Promise<StructuredAnswer> {
  const wrong: WrongAnswer[] = [];
  let spent: Completion | null = null;
  for (;;) {
    const talk = wrong.length === 0 ? messages : buildRepair(messages, wrong, contextTokens);
    const completion = await ask(talk);
    spent = addUp(spent, completion);
    const { value, faults } = await readAnswer(completion.text, validate);
    if (faults.length === 0) return { data: value, completion: spent };
    if (wrong.length === llmLimits.correctionsMax) throw mismatch(faults);
    wrong.push({ text: completion.text, faults });
  }
}

/** The first value the model may have meant that fits; else the faults of the likeliest. */
async function readAnswer(
  text: string,
  validate: (value: unknown) => Promise<SchemaFault[]>,
): Promise<{ value: unknown; faults: SchemaFault[] }> {
  const values = parseAnswer(text);
  let likeliest: SchemaFault[] | null = null;
  for (const value of values) {
    const faults = await validate(value);
    if (faults.length === 0) return { value, faults };
    likeliest ??= faults;
  }
  return { value: null, faults: likeliest ?? [notJson] };
}

function mismatch(faults: readonly SchemaFault[]): AppError {
  const shown = faults.slice(0, FAULTS_SHOWN).map(({ path, message }) => `${path} ${message}`);
  const rest = faults.length > FAULTS_SHOWN ? `; and ${faults.length - FAULTS_SHOWN} more` : '';
  return new AppError(
    'SCHEMA_MISMATCH',
    `the model’s answer does not fit the response schema after ${llmLimits.correctionsMax} corrections: ${shown.join('; ')}${rest}`,
  );
}
