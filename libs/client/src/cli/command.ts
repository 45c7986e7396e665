import type { ParseArgsConfig } from 'node:util';
import type { Medley } from '../medley';
import type { OmittedOutput } from '../types/outputs';
import type { Task } from '../types/task';

/** What a command is run with. */
export interface CommandCall {
  medley: Medley;
  /** The one argument that every command takes. */
  argument: string;
  options: Readonly<Record<string, string | boolean | undefined>>;
  stdin: AsyncIterable<Uint8Array>;
  /** The task once it has completed, with a progress bar meanwhile. @throws TaskFailedError */
  finish(task: string | Pick<Task, 'id'>): Promise<Task>;
}

/** What a command tells: `document` with `--json`, else `text`. */
export interface CommandResult {
  document: unknown;
  text: string;
  /** The text tells about a file that was written, and is for nobody else's file. */
  isSaved?: boolean;
}

export interface Command {
  /** Behind `medley `. */
  usage: string;
  summary: string;
  options: NonNullable<ParseArgsConfig['options']>;
  /** Lines of help, one for each option. */
  help: readonly string[];
  run(call: CommandCall): Promise<CommandResult>;
}

/** The command line or a file that it names is not right; the message is all they need. */
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

/** The text of a step, or the link to its output where that is too large to be in the task. */
export function textOf(output: { text: string } | OmittedOutput | undefined): string {
  if (!output) return '';
  return 'omitted' in output ? output.url : output.text;
}
