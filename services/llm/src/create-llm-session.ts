import { estimateTokens, inputTokenBudget, type LlmOutput } from '@medley/contracts';
import type { SchemaFault } from '@medley/json-schema';
import type { AnswerWords } from '@medley/step-worker';
import { completeStructured } from './answers/complete-structured';
import { sumUsage } from './answers/sum-usage';
import { buildMessages, type Stage, type StepInstructions } from './build-messages';
import type { ChosenModel } from './providers/choose-model';
import type { Completion, CompletionInput } from './providers/llm-provider';

/** The answer of a step: text, and the parsed value when it has a schema. */
export type Answer = Pick<LlmOutput, 'text' | 'data'>;

/** The calls of one step to its model, with their total usage. */
export interface LlmSession {
  /** Estimated tokens of the messages at a stage, without the text. */
  promptTokens(stage: Stage): number;
  /** Estimated tokens a text may have at a stage, leaving room for an answer of usual length. */
  tokenBudget(stage: Stage): number;
  /** Requests a free-text answer for a text. @throws AppError UPSTREAM_*, TEXT_TOO_LONG; the reason of the signal */
  complete(text: string, stage: Stage, signal: AbortSignal): Promise<string>;
  /** Requests the answer of the step, valid by its schema, if any. @throws as `complete`; AppError SCHEMA_MISMATCH */
  answer(text: string, stage: Stage, signal: AbortSignal): Promise<Answer>;
  /** The last completion with the tokens and the cost of all calls so far; null before the first one. */
  usage(): Completion | null;
}

/** Options of the calls of one step. */
export interface LlmSessionOptions {
  model: ChosenModel;
  instructions: StepInstructions;
  temperature: number | undefined;
  /** Gets the free-text answer of the step as it is written; null: nobody does. */
  words: AnswerWords | null;
  /** Validates an answer by the schema; returns its faults. */
  validate(schema: unknown, value: unknown): Promise<SchemaFault[]>;
}

/** Estimated tokens of roles and delimiters that servers add around messages. */
const FRAME_TOKENS = 16;

/** Creates a session without calls. */
export function createLlmSession(options: LlmSessionOptions): LlmSession {
  const { model, instructions, temperature, words, validate } = options;
  let usage: Completion | null = null;
  const send = async (input: CompletionInput, signal: AbortSignal): Promise<Completion> => {
    const completion = await model.complete({ temperature, ...input }, signal);
    usage = sumUsage(usage, completion);
    return completion;
  };
  const promptTokens = (stage: Stage): number =>
    buildMessages(instructions, { text: '', stage }).reduce(
      (sum, { content }) => sum + estimateTokens(content),
      FRAME_TOKENS,
    );
  const complete: LlmSession['complete'] = async (text, stage, signal) =>
    (await send({ messages: buildMessages(instructions, { text, stage }) }, signal)).text;
  const completeVisibly: LlmSession['complete'] = async (text, stage, signal) => {
    const messages = buildMessages(instructions, { text, stage });
    return (await send({ messages, ...(words ? { words } : {}) }, signal)).text;
  };
  return {
    promptTokens,
    tokenBudget: (stage) => inputTokenBudget(model.contextTokens, promptTokens(stage)),
    complete,
    async answer(text, stage, signal) {
      const { responseSchema: schema } = instructions;
      if (schema === undefined) return { text: await completeVisibly(text, stage, signal) };
      const messages = buildMessages(instructions, { text, stage });
      const { data } = await completeStructured(
        (conversation) => send({ messages: conversation, responseSchema: schema }, signal),
        { messages, contextTokens: model.contextTokens },
        (value) => validate(schema, value),
      );
      return { text: JSON.stringify(data), data };
    },
    usage: () => usage,
  };
}
