import type { JsonSchemaChecker, SchemaFault } from '@medley/json-schema';
import { AppError } from '@medley/kit';
import type { ChatMessage, Completion } from './llm-provider';
import { parseAnswer } from './parse-answer';

/** How often a wrong answer goes back with the validator's words. */
const REPAIRS_MAX = 2;
const FAULTS_SHOWN = 5;
const notJson: SchemaFault = { path: '/', message: 'must be a JSON value' };

export interface StructuredAnswer {
  data: unknown;
  /** The last completion, its token counts being those of all rounds. */
  completion: Completion;
}

/**
 * Ask until the answer is JSON and valid by the schema. Never returns data that is not.
 * @throws AppError SCHEMA_MISMATCH with the paths, and whatever `ask` throws
 */
export async function answerBySchema(
  ask: (messages: readonly ChatMessage[]) => Promise<Completion>,
  question: { messages: readonly ChatMessage[]; schema: Record<string, unknown> },
  checker: JsonSchemaChecker,
): Promise<StructuredAnswer> {
  const talk = [...question.messages];
  let inputTokens = 0;
  let outputTokens = 0;
  for (let repairs = 0; ; repairs += 1) {
    const completion = await ask(talk);
    inputTokens += completion.inputTokens;
    outputTokens += completion.outputTokens;
    const answer = parseAnswer(completion.text);
    const faults = answer ? await checker.validate(question.schema, answer.value) : [notJson];
    if (answer && faults.length === 0) {
      return { data: answer.value, completion: { ...completion, inputTokens, outputTokens } };
    }
    if (repairs === REPAIRS_MAX) throw mismatch(faults);
    talk.push(
      { role: 'assistant', content: completion.text },
      { role: 'user', content: repairRequest(faults) },
    );
  }
}

function repairRequest(faults: readonly SchemaFault[]): string {
  const lines = faults.map(({ path, message }) => `- ${path} ${message}`);
  return `Your answer does not fit the JSON Schema:\n${lines.join('\n')}\nSend the corrected JSON value and nothing else.`;
}

function mismatch(faults: readonly SchemaFault[]): AppError {
  const shown = faults.slice(0, FAULTS_SHOWN).map(({ path, message }) => `${path} ${message}`);
  const rest = faults.length > FAULTS_SHOWN ? `; and ${faults.length - FAULTS_SHOWN} more` : '';
  return new AppError(
    'SCHEMA_MISMATCH',
    `the model’s answer does not fit the response schema after ${REPAIRS_MAX} corrections: ${shown.join('; ')}${rest}`,
  );
}
