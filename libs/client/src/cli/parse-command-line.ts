import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError, type Command, type OptionValue } from './command';
import { estimateCommand } from './estimate-command';
import { keysCommand } from './key-commands';
import { listenCommand } from './listen-command';
import { mediaCommands } from './media-commands';
import { taskCommands } from './task-commands';
import { textCommands } from './text-commands';
import { usageCommand } from './usage-command';

const commands: Readonly<Record<string, Command>> = {
  ...mediaCommands,
  ...textCommands,
  estimate: estimateCommand,
  ...taskCommands,
  listen: listenCommand,
  keys: keysCommand,
  usage: usageCommand,
};

const commonOptions = {
  output: { type: 'string', short: 'o' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const commonHelp = [
  '-o, --output FILE  write the result to a file',
  '--json             print one JSON document: the task, or the error',
  '-h, --help         print this',
];

export type CommandLine =
  | { help: string }
  | { command: Command; argument: string; second: string | undefined; options: Record<string, OptionValue> };

/** @throws UsageError */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const [name = '--help', ...rest] = args;
  if (name === '--help' || name === '-h') return { help: helpOfAll() };
  if (name === '--version') return { help: readVersion() };
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(`There is no command ${name}. See medley --help.`);
  const { values, positionals } = parse(rest, command);
  if (values['help']) return { help: helpOf(command) };
  const { min, max } = command.takes ?? { min: 1, max: 1 };
  const [argument = '', second] = positionals;
  if (positionals.length < min || positionals.length > max) {
    throw new UsageError(`Usage: medley ${command.usage}`);
  }
  return { command, argument, second, options: values };
}

function parse(
  args: string[],
  command: Command,
): { values: Record<string, OptionValue>; positionals: string[] } {
  try {
    const options = { ...commonOptions, ...command.options };
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, allowNegative: true });
    return { values, positionals };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : ''}\nUsage: medley ${command.usage}`);
  }
}

/** Of the package, which is two directories above this module. */
function readVersion(): string {
  const text = readFileSync(join(__dirname, '../../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function helpOf({ usage, summary, help }: Command): string {
  const lines = [...help, ...commonHelp].map((line) => `  ${line}`);
  return [`Usage: medley ${usage}`, '', summary, '', ...lines].join('\n');
}

function helpOfAll(): string {
  const lines = Object.values(commands).flatMap(({ usage, summary }) => [`  ${usage}`, `      ${summary}`]);
  return [
    'Usage: medley COMMAND …',
    '',
    ...lines,
    '',
    'Environment:',
    '  MEDLEY_URL      where the service is; default http://127.0.0.1:8080',
    '  MEDLEY_API_KEY  sk-…',
    '',
    'medley --version prints the version of the command.',
    'Exit codes: 0 done, 1 the task failed, 2 wrong usage, 3 the service refused or did not answer.',
    'More about a command: medley COMMAND --help',
  ].join('\n');
}
