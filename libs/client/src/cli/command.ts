import type { ParseArgsConfig } from 'node:util';
import type { Medley } from '../medley';
import type { OmittedOutput } from '../types/outputs';
import type { Task } from '../types/task';
import type { UploadProgress } from '../uploads';

/** A list for an option that may be repeated. */
export type OptionValue = string | boolean | readonly (string | boolean)[];

/** Arguments of a command. */
export interface CommandCall {
  medley: Medley;
  /** The first positional argument of the command; empty when it takes none. */
  argument: string;
  /** The second one. */
  second: string | undefined;
  options: Readonly<Record<string, OptionValue | undefined>>;
  stdin: AsyncIterable<Uint8Array>;
  /** Write to standard error. */
  tell(text: string): void;
  /** Draw the progress of an upload. */
  showUpload(progress: UploadProgress): void;
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
  /** Numbers of positional arguments; absent: one. */
  takes?: { min: number; max: number };
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

/** `--name` or `--no-name`; undefined when neither was given. */
export function flagOption({ options }: CommandCall, name: string): boolean | undefined {
  const value = options[name];
  return typeof value === 'boolean' ? value : undefined;
}

/** The values of an option that may be repeated, each a list with commas. */
export function listOption({ options }: CommandCall, name: string): string[] | undefined {
  const value = options[name];
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((text) => String(text).split(',')).flatMap((text) => text.trim() || []);
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
