import { access, constants, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { MedleyError, TaskFailedError } from '../errors';
import { Medley } from '../medley';
import { AnswerPreview } from './answer-preview';
import { UsageError, type Command } from './command';
import { parseCommandLine, type CommandLine } from './parse-command-line';
import { ProgressBar, type Terminal } from './progress-bar';

/** Arguments, environment and standard streams of the process. */
export interface ProcessContext {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  stdin: AsyncIterable<Uint8Array>;
  stdout: Pick<Terminal, 'isTTY' | 'write'>;
  stderr: Terminal;
}

const DEFAULT_URL = 'http://127.0.0.1:8080';
/** A person waits for the command, so a longer `Retry-After` is reported as an error. */
const RETRY_AFTER_MAX_MS = 15_000;

/** Run one command line; returns the exit code. */
export async function runCommandLine(context: ProcessContext): Promise<number> {
  let isJson = false;
  try {
    const line = parseCommandLine(context.args);
    if ('help' in line) {
      context.stdout.write(`${line.help}\n`);
      return 0;
    }
    isJson = line.options['json'] === true;
    await runCommand(line, context);
    return 0;
  } catch (error) {
    context.stderr.write(`medley: ${error instanceof Error ? error.message : String(error)}\n`);
    if (error instanceof UsageError) return 2;
    if (isJson) context.stdout.write(`${JSON.stringify(toDocument(error), null, 2)}\n`);
    return error instanceof TaskFailedError ? 1 : 3;
  }
}

async function runCommand(
  line: Exclude<CommandLine, { help: string }>,
  context: ProcessContext,
): Promise<void> {
  const { options } = line;
  const output = typeof options['output'] === 'string' ? options['output'] : undefined;
  if (output !== undefined) await checkWritable(output);
  const isJson = options['json'] === true;
  const isWatched = context.stdout.isTTY === true && output === undefined && !isJson;
  const preview = isWatched ? new AnswerPreview((text) => context.stdout.write(text)) : null;
  const { document, text, isSaved } = await callCommand(line, context, preview);
  const isPrinted = output === undefined || isSaved === true;
  if (!isPrinted) await writeFile(output, withLineEnd(text));
  if (isJson) context.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  else if (!preview?.hasShown(text)) context.stdout.write(withLineEnd(isPrinted ? text : `Saved ${output}`));
}

async function callCommand(
  { command, argument, second, options }: Exclude<CommandLine, { help: string }>,
  { env, stdin, stderr }: ProcessContext,
  preview: AnswerPreview | null,
): ReturnType<Command['run']> {
  const medley = connect(env);
  const bar = new ProgressBar(stderr);
  try {
    return await command.run({
      medley,
      argument,
      second,
      options,
      stdin,
      tell: (text) => void stderr.write(`${text}\n`),
      showUpload: (progress) => bar.showUpload(progress),
      waitForEnd: (task) =>
        medley.tasks.wait(task, {
          onEvent: (event) => {
            if (event.event === 'step.delta') bar.clear();
            if (!preview?.show(event)) bar.show(event);
          },
        }),
    });
  } finally {
    bar.clear();
  }
}

function connect(env: ProcessContext['env']): Medley {
  const apiKey = env['MEDLEY_API_KEY'];
  const baseUrl = env['MEDLEY_URL'] || DEFAULT_URL;
  if (!apiKey) throw new UsageError('Set MEDLEY_API_KEY to your API key (sk-…).');
  if (!URL.canParse(baseUrl)) throw new UsageError(`MEDLEY_URL is no URL: ${baseUrl}`);
  return new Medley({ baseUrl, apiKey, maxRetryAfterMs: RETRY_AFTER_MAX_MS });
}

/** Checked before the task is created, so that no credits are charged for a result that cannot be saved. */
async function checkWritable(path: string): Promise<void> {
  const target = await stat(path).catch(() => null);
  const isWritable = await access(target ? path : dirname(path), constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable || target?.isDirectory()) throw new UsageError(`${path} cannot be written.`);
}

function withLineEnd(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

/** The failed task, or the error in the format of API responses. */
function toDocument(error: unknown): unknown {
  if (error instanceof TaskFailedError) return error.task;
  const { code, errors } =
    error instanceof MedleyError ? error : { code: 'CLIENT_ERROR', errors: [] as const };
  const message = error instanceof Error ? error.message : String(error);
  return { success: false, error: { code, message }, ...(errors.length > 0 && { errors }) };
}
