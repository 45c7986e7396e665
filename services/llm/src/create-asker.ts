import { estimateTokens, roomForText, type LlmOutput } from '@medley/contracts';
import type { SchemaFault } from '@medley/json-schema';
import { addUp } from './answers/add-up';
import { answerBySchema } from './answers/answer-by-schema';
import { buildMessages, type Stage, type StepWords } from './build-messages';
import type { ChosenModel } from './providers/choose-model';
import type { Completion, Question } from './providers/llm-provider';

export type Answer = Pick<LlmOutput, 'text' | 'data'>;

/** Asks one model for one step and remembers what it cost. */
export interface Asker {
  /** Estimated tokens that stand around the text at a stage. */
  around(stage: Stage): number;
  /** Estimated tokens a text may have at a stage for an answer of usual length. */
  room(stage: Stage): number;
  /** Words on a text. @throws AppError UPSTREAM_*, TEXT_TOO_LONG */
  tell(text: string, stage: Stage, signal: AbortSignal): Promise<string>;
  /** The answer of the step, valid by its schema if it has one. @throws AppError as `tell`, SCHEMA_MISMATCH */
  answer(text: string, stage: Stage, signal: AbortSignal): Promise<Answer>;
  /** Of all that was asked so far; who answered last. Null before the first answer. */
  spent(): Completion | null;
}

export interface AskerParts {
  model: ChosenModel;
  words: StepWords;
  temperature: number | undefined;
  /** Where an answer does not fit the schema. */
  validate(schema: unknown, value: unknown): Promise<SchemaFault[]>;
}

/** Roles and the like, which servers put around messages. */
const FRAME_TOKENS = 16;

export function createAsker({ model, words, temperature, validate }: AskerParts): Asker {
  let spent: Completion | null = null;
  const complete = async (question: Question, signal: AbortSignal): Promise<Completion> => {
    const completion = await model.complete({ temperature, ...question }, signal);
    spent = addUp(spent, completion);
    return completion;
  };
  const around = (stage: Stage): number =>
    buildMessages(words, { text: '', stage }).reduce(
      (sum, { content }) => sum + estimateTokens(content),
      FRAME_TOKENS,
    );
  const tell: Asker['tell'] = async (text, stage, signal) =>
    (await complete({ messages: buildMessages(words, { text, stage }) }, signal)).text;
  return {
    around,
    room: (stage) => roomForText(model.contextTokens, around(stage)),
    tell,
    async answer(text, stage, signal) {
      const { responseSchema: schema } = words;
      if (schema === undefined) return { text: await tell(text, stage, signal) };
      const messages = buildMessages(words, { text, stage });
      const { data } = await answerBySchema(
        (talk) => complete({ messages: talk, responseSchema: schema }, signal),
        { messages, contextTokens: model.contextTokens },
        (value) => validate(schema, value),
      );
      return { text: JSON.stringify(data), data };
    },
    spent: () => spent,
  };
}
