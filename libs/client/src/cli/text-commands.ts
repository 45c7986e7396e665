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
import { readInput } from './read-input';

const modes: readonly DepersonalizeMode[] = ['blind', 'reversible', 'randomize'];

/** Commands that work on a text. */
export const textCommands: Readonly<Record<'pii' | 'restore' | 'llm', Command>> = {
  pii: {
    usage: 'pii FILE|- [--mode MODE]',
    summary: 'Remove personal data from a text; - reads standard input.',
    options: { mode: { type: 'string' } },
    help: ['--mode MODE        blind (default), reversible or randomize'],
    run: pii,
  },
  restore: {
    usage: 'restore ID FILE|-',
    summary: 'Put the originals of the task ID of pii --mode reversible back into a text.',
    options: {},
    takes: { min: 1, max: 2 },
    help: [],
    run: restore,
  },
  llm: {
    usage: 'llm FILE|- --prompt TEXT | --template NAME',
    summary: 'Have a language model work on a text.',
    options: {
      prompt: { type: 'string' },
      template: { type: 'string' },
      model: { type: 'string' },
      language: { type: 'string' },
      'language-out': { type: 'string' },
    },
    help: [
      '--prompt TEXT      what to do with the text',
      '--template NAME    a preset prompt: summary, minutes, action-items, translate, …',
      '--model NAME       one of the models of the service',
      '--language CODE    the language of the text, ISO 639-1; default ru',
      '--language-out CODE  the language of the answer; default that of --language',
    ],
    run: llm,
  },
};

async function pii(call: CommandCall): Promise<CommandResult> {
  const mode = choiceOption(call, 'mode', modes);
  const input = await readInput(call);
  const made = await call.medley.tasks.pii({ input, ...(mode && { mode }) });
  // The text goes to standard output alone; `restore` needs the id.
  call.tell(`task ${made.id}`);
  const task = await call.waitForEnd(made);
  return { document: task, text: textOf(task.output?.depersonalize) };
}

async function restore(call: CommandCall): Promise<CommandResult> {
  const input = await readInput({ ...call, argument: call.second ?? '-' });
  const restored = await call.medley.restore({ task_id: call.argument, input });
  return { document: restored, text: restored.text };
}

async function llm(call: CommandCall): Promise<CommandResult> {
  const prompt = textOption(call, 'prompt');
  const template = textOption(call, 'template');
  const model = textOption(call, 'model');
  const language = textOption(call, 'language');
  const languageOut = textOption(call, 'language-out') ?? language;
  if (!prompt && !template) throw new UsageError('llm needs --prompt or --template.');
  // Not the shortcut `POST /llm`, because it requires a prompt.
  const made = await call.medley.tasks.create({
    input: await readInput(call),
    steps: [{ name: 'llm', options: { ...(model && { model }) } }],
    ...(prompt && { prompt }),
    ...(template && { template }),
    ...(language && { language_in: language }),
    ...(languageOut && { language_out: languageOut }),
  });
  const task = await call.waitForEnd(made);
  return { document: task, text: textOf(task.output?.llm) };
}
