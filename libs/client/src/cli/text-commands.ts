import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import type { DepersonalizeMode } from '../types/steps';
import {
  choiceOption,
  textOf,
  textOption,
  UsageError,
  type Command,
  type CommandCall,
  type CommandResult,
} from './command';

const modes: readonly DepersonalizeMode[] = ['blind', 'reversible', 'randomize'];

/** Commands that work on a text. */
export const textCommands: Readonly<Record<'pii' | 'llm', Command>> = {
  pii: {
    usage: 'pii FILE|- [--mode MODE]',
    summary: 'Remove personal data from a text; - reads standard input.',
    options: { mode: { type: 'string' } },
    help: ['--mode MODE        blind (default), reversible or randomize'],
    run: pii,
  },
  llm: {
    usage: 'llm FILE|- --prompt TEXT | --template NAME',
    summary: 'Have a language model work on a text.',
    options: { prompt: { type: 'string' }, template: { type: 'string' }, model: { type: 'string' } },
    help: [
      '--prompt TEXT      what to do with the text',
      '--template NAME    a preset prompt: summary, minutes, action-items, translate, …',
      '--model NAME       one of the models of the service',
    ],
    run: llm,
  },
};

async function pii(call: CommandCall): Promise<CommandResult> {
  const mode = choiceOption(call, 'mode', modes);
  const input = await readInput(call);
  const task = await call.waitForEnd(await call.medley.tasks.pii({ input, ...(mode && { mode }) }));
  return { document: task, text: textOf(task.output?.depersonalize) };
}

async function llm(call: CommandCall): Promise<CommandResult> {
  const prompt = textOption(call, 'prompt');
  const template = textOption(call, 'template');
  const model = textOption(call, 'model');
  if (!prompt && !template) throw new UsageError('llm needs --prompt or --template.');
  // Not the shortcut `POST /llm`, because it requires a prompt.
  const made = await call.medley.tasks.create({
    input: await readInput(call),
    steps: [{ name: 'llm', options: { ...(model && { model }) } }],
    ...(prompt && { prompt }),
    ...(template && { template }),
  });
  const task = await call.waitForEnd(made);
  return { document: task, text: textOf(task.output?.llm) };
}

/** @throws UsageError when there is no such file or nothing in it */
async function readInput({ argument, stdin }: CommandCall): Promise<string> {
  const text = argument === '-' ? await readAll(stdin) : await readFileText(argument);
  if (text === '') throw new UsageError('There is no text to work on.');
  return text;
}

async function readFileText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : ''}`);
  });
}
