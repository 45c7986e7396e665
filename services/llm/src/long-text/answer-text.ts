import { estimateTokens, promptTemplateNames } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { PromptTemplates } from '../load-templates';
import type { StepWords } from '../build-messages';
import type { Answer, Asker } from '../create-asker';
import type { ChosenModel } from '../providers/choose-model';
import { reduceNotes } from './reduce-notes';
import { isTooLong, workOnParts, type PartWork } from './work-on-parts';

export interface TextWork {
  asker: Asker;
  model: ChosenModel;
  words: StepWords;
  /** To name those that work on long text. */
  templates: PromptTemplates;
  progress(fraction: number): void;
  signal: AbortSignal;
}

/** Tokens of a part whose answer is about as long: beyond, models leave things out, and few may write that much. */
const JOIN_TOKENS_MAX = 4_000;
/** A translation may need half as many tokens again as its source. */
const JOIN_GROWTH = 1.5;
/** Below this many tokens it is no use to ask. */
const ROOM_MIN = 32;

/**
 * The answer to a text of any length: in one piece when the model takes it, else in parts as the template says. What a
 * model turns down as too long although it should fit is cut further.
 * @throws AppError TEXT_TOO_LONG when it cannot be done in parts, UPSTREAM_*, SCHEMA_MISMATCH
 */
export async function answerText(text: string, work: TextWork): Promise<Answer> {
  const { asker, words, signal } = work;
  const tokens = estimateTokens(text);
  const long = howLong(words);
  const room = long === 'join' ? joinRoom(work, 'whole') : asker.room({ name: 'whole' });
  // Blanks need no room.
  if (tokens <= room || text.trim() === '') {
    try {
      return await asker.answer(tokens <= room ? text : '', { name: 'whole' }, signal);
    } catch (error) {
      if (long === 'none' || !isTooLong(error)) throw error;
    }
  }
  if (long === 'none') throw tooLong({ tokens, room }, work);
  const half = tokens <= room ? Math.ceil(tokens / 2) : Infinity;
  return long === 'join' ? joinAnswers(text, half, work) : reduceAnswers(text, half, work);
}

/** A schema is for one value: answers to parts cannot be joined to one. */
function howLong({ template, responseSchema }: StepWords): 'map-reduce' | 'join' | 'none' {
  if (!template) return 'none';
  return template.long === 'join' && responseSchema !== undefined ? 'none' : template.long;
}

function joinRoom({ asker, model }: TextWork, name: 'whole' | 'part'): number {
  const { contextTokens, outputTokensMax } = model;
  const left = contextTokens - asker.around(name === 'whole' ? { name } : somePart);
  const answerMax = outputTokensMax ?? Infinity;
  return Math.floor(Math.min(left / (1 + JOIN_GROWTH), answerMax / JOIN_GROWTH, JOIN_TOKENS_MAX));
}

/** For measuring what stands around a part. */
const somePart = { name: 'part', part: 1_000, parts: 1_000 } as const;

async function joinAnswers(text: string, tokensMax: number, work: TextWork): Promise<Answer> {
  const room = enough(Math.min(joinRoom(work, 'part'), tokensMax), text, work);
  const parts = partWork({ ...work, more: 0 }, ({ lead, parts: all }, answers) => {
    const pieces = all.map(({ gap }, index) => (answers[index] ?? '').trim() + gap);
    return lead + pieces.join('');
  });
  return { text: await workOnParts(text, room, { work: parts, signal: work.signal }) };
}

async function reduceAnswers(text: string, tokensMax: number, work: TextWork): Promise<Answer> {
  const { asker, signal } = work;
  const notesMax = enough(asker.room({ name: 'reduce' }), text, work);
  const partMax = enough(Math.min(asker.room(somePart), tokensMax), text, work);
  const parts = partWork({ ...work, more: 1 }, (_, answers) =>
    answers.map((answer) => answer.trim()).join('\n\n'),
  );
  return reduceNotes(text, { asker, parts, partMax, notesMax, signal });
}

/** `more`: calls that follow when all parts are done. */
function partWork(
  { asker, words, progress, more }: TextWork & { more: number },
  glue: PartWork['glue'],
): PartWork {
  let planned = more;
  let done = 0;
  return {
    language: words.languageIn,
    overlap: words.template?.overlap ?? 0,
    glue,
    ask: (text, place, signal) => asker.tell(text, { name: 'part', ...place }, signal),
    planned: (parts) => void (planned += parts),
    done: () => progress((done += 1) / planned),
  };
}

function enough(room: number, text: string, work: TextWork): number {
  if (room < ROOM_MIN) throw tooLong({ tokens: estimateTokens(text), room }, work);
  return room;
}

function tooLong(size: { tokens: number; room: number }, { words, model, templates }: TextWork): AppError {
  const room = Math.max(size.room, 0);
  const facts = `the text has about ${size.tokens} tokens, and beside the prompt ${model.model} takes about ${room}`;
  return new AppError('TEXT_TOO_LONG', `${facts}; ${whyWhole(words, templates)}`);
}

function whyWhole({ template, responseSchema }: StepWords, templates: PromptTemplates): string {
  if (template && template.long !== 'none') {
    return template.long === 'join' && responseSchema !== undefined
      ? 'with a response schema this template cannot work in parts'
      : 'too little for work in parts: shorten the prompt or the response schema';
  }
  const able = promptTemplateNames.filter((name) => templates[name].long !== 'none');
  return `${template ? 'this template' : 'a prompt alone'} cannot work in parts, these templates can: ${able.join(', ')}`;
}
