import type { ParseArgsConfig } from 'node:util';
import type { Medley } from '../medley';
import type { OmittedOutput } from '../types/outputs';
import type { Task } from '../types/task';

/** Arguments of a command. */
export interface CommandCall {
  medley: Medley;
  /** The positional argument of the command. */
  argument: string;
  options: Readonly<Record<string, string | boolean | undefined>>;
  stdin: AsyncIterable<Uint8Array>;
  /** Wait until the task has completed, with a progress bar. @throws TaskFailedError */
  waitForEnd(task: string | Pick<Task, 'id'>): Promise<Task>;
}

/** Output of a command: `document` with `--json`, else `text`. */
export interface CommandResult {
  document: unknown;
  text: string;
  /** The command has written the output file itself; `text` is the message about it. */
  isSaved?: boolean;
}

export interface Command {
  /** Usage line without the leading `medley `. */
  usage: string;
  summary: string;
  options: NonNullable<ParseArgsConfig['options']>;
  /** Lines of help, one for each option. */
  help: readonly string[];
  run(call: CommandCall): Promise<CommandResult>;
}

/** Wrong usage: an invalid command line or file. Only the message is printed, without a stack trace. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The value of an option that takes one. */
export function textOption({ options }: CommandCall, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** The value of an option that has to be one of a few. @throws UsageError */
export function choiceOption<Choice extends string>(
  call: CommandCall,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = textOption(call, name);
  const choice = choices.find((one) => one === value);
  if (value !== undefined && choice === undefined) {
    throw new UsageError(`--${name} must be one of: ${choices.join(', ')}.`);
  }
  return choice;
}

/** The text of a step's output, or the link to it if the output was too large to be embedded. */
export function textOf(output: { text: string } | OmittedOutput | undefined): string {
  if (!output) return '';
  return 'omitted' in output ? output.url : output.text;
}
