import { estimateTokens, promptTemplateNames } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { PromptTemplates } from '../load-templates';
import type { StepInstructions } from '../build-messages';
import type { Answer, LlmSession } from '../create-llm-session';
import type { ChosenModel } from '../providers/choose-model';
import { reduceNotes } from './reduce-notes';
import { isTooLong, mapChunks, type ChunkMapper } from './map-chunks';

/** What `completeLongText` needs besides the text. */
export interface LongTextRequest {
  session: LlmSession;
  model: ChosenModel;
  instructions: StepInstructions;
  /** All templates; the error text lists those that support long text. */
  templates: PromptTemplates;
  /** Called after each call, 0..1. */
  progress(fraction: number): void;
  signal: AbortSignal;
}

/** Tokens of a chunk whose answer is about as long: with more, models leave content out or reach their output limit. */
const JOIN_TOKENS_MAX = 4_000;
/** Tokens of an answer per token of its chunk: a translation may need 1.5 times the tokens of its source. */
const JOIN_GROWTH = 1.5;
/** The smallest useful token budget of a text. */
const TOKEN_BUDGET_MIN = 32;

/**
 * Completes a text of any length: in one call when it fits the context, else in chunks as the template defines. A text that
 * the model refuses as too long despite the estimate is split further.
 * @throws AppError TEXT_TOO_LONG when the template does not allow chunks, UPSTREAM_*, SCHEMA_MISMATCH
 */
export async function completeLongText(text: string, request: LongTextRequest): Promise<Answer> {
  const { session, instructions, signal } = request;
  const tokens = estimateTokens(text);
  const long = longInputOf(instructions);
  const tokenBudget = long === 'join' ? joinBudget(request, 'whole') : session.tokenBudget({ name: 'whole' });
  // Whitespace is sent as an empty text.
  if (tokens <= tokenBudget || text.trim() === '') {
    try {
      return await session.answer(tokens <= tokenBudget ? text : '', { name: 'whole' }, signal);
    } catch (error) {
      if (long === 'none' || !isTooLong(error)) throw error;
    }
  }
  if (long === 'none') throw tooLong({ tokens, tokenBudget }, request);
  const half = tokens <= tokenBudget ? Math.ceil(tokens / 2) : Infinity;
  return long === 'join' ? joinAnswers(text, half, request) : reduceAnswers(text, half, request);
}

/** How the template treats long text. Joined answers cannot be valid by a schema, which describes one value. */
function longInputOf({ template, responseSchema }: StepInstructions): 'map-reduce' | 'join' | 'none' {
  if (!template) return 'none';
  return template.long === 'join' && responseSchema !== undefined ? 'none' : template.long;
}

function joinBudget({ session, model }: LongTextRequest, name: 'whole' | 'part'): number {
  const { contextTokens, outputTokensMax } = model;
  const left = contextTokens - session.promptTokens(name === 'whole' ? { name } : sampleChunk);
  const answerMax = outputTokensMax ?? Infinity;
  return Math.floor(Math.min(left / (1 + JOIN_GROWTH), answerMax / JOIN_GROWTH, JOIN_TOKENS_MAX));
}

/** A stage for measuring the prompt of a chunk. */
const sampleChunk = { name: 'part', part: 1_000, parts: 1_000 } as const;

async function joinAnswers(text: string, tokensMax: number, request: LongTextRequest): Promise<Answer> {
  const chunkTokens = checkBudget(Math.min(joinBudget(request, 'part'), tokensMax), text, request);
  const mapper = chunkMapper({ ...request, callsAfter: 0 }, ({ lead, chunks }, answers) => {
    const texts = chunks.map(({ gap }, index) => (answers[index] ?? '').trim() + gap);
    return lead + texts.join('');
  });
  return { text: await mapChunks(text, chunkTokens, { mapper, signal: request.signal }) };
}

async function reduceAnswers(text: string, tokensMax: number, request: LongTextRequest): Promise<Answer> {
  const { session, signal } = request;
  const notesMax = checkBudget(session.tokenBudget({ name: 'reduce' }), text, request);
  const chunkMax = checkBudget(Math.min(session.tokenBudget(sampleChunk), tokensMax), text, request);
  const mapper = chunkMapper({ ...request, callsAfter: 1 }, (_, answers) =>
    answers.map((answer) => answer.trim()).join('\n\n'),
  );
  return reduceNotes(text, { session, mapper, chunkMax, notesMax, signal });
}

/** `callsAfter`: calls that follow when all chunks are done; they count in the progress. */
function chunkMapper(
  { session, instructions, progress, callsAfter }: LongTextRequest & { callsAfter: number },
  join: ChunkMapper['join'],
): ChunkMapper {
  let planned = callsAfter;
  let done = 0;
  return {
    language: instructions.languageIn,
    overlap: instructions.template?.overlap ?? 0,
    join,
    complete: (text, position, signal) => session.complete(text, { name: 'part', ...position }, signal),
    onSplit: (count) => void (planned += count),
    onChunkDone: () => progress((done += 1) / planned),
  };
}

function checkBudget(tokenBudget: number, text: string, request: LongTextRequest): number {
  if (tokenBudget < TOKEN_BUDGET_MIN) throw tooLong({ tokens: estimateTokens(text), tokenBudget }, request);
  return tokenBudget;
}

function tooLong(
  size: { tokens: number; tokenBudget: number },
  { instructions, model, templates }: LongTextRequest,
): AppError {
  const tokenBudget = Math.max(size.tokenBudget, 0);
  const sizes = `the text has about ${size.tokens} tokens, and beside the prompt ${model.model} takes about ${tokenBudget}`;
  return new AppError('TEXT_TOO_LONG', `${sizes}; ${notSplitReason(instructions, templates)}`);
}

/** Why the text was not split, as a part of the error text. */
function notSplitReason({ template, responseSchema }: StepInstructions, templates: PromptTemplates): string {
  if (template && template.long !== 'none') {
    return template.long === 'join' && responseSchema !== undefined
      ? 'with a response schema this template cannot work in parts'
      : 'too little for work in parts: shorten the prompt or the response schema';
  }
  const splittable = promptTemplateNames.filter((name) => templates[name].long !== 'none');
  return `${template ? 'this template' : 'a prompt alone'} cannot work in parts, these templates can: ${splittable.join(', ')}`;
}
