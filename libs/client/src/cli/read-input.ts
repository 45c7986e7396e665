import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { UsageError, type CommandCall } from './command';

/** The text of the file that the argument names, or of standard input for `-`. @throws UsageError when there is none */
export async function readInput({ argument, stdin }: CommandCall): Promise<string> {
  const text = argument === '-' ? await readAll(stdin) : await readFileText(argument);
  if (text === '') throw new UsageError('There is no text to work on.');
  return text;
}

async function readFileText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : ''}`);
  });
}
