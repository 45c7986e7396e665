import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { MedleyConnectionError } from '../errors';
import type { TranscriptFormat } from '../tasks';
import { choiceOption, textOption, type Command, type CommandCall, type CommandResult } from './command';

const formats: readonly TranscriptFormat[] = ['txt', 'srt', 'vtt', 'json'];

/** Commands that work on a link to media. */
export const mediaCommands: Readonly<Record<'transcode' | 'transcribe', Command>> = {
  transcode: {
    usage: 'transcode URL [-o out.mp3]',
    summary: 'Convert media behind a link to MP3; prints the link to it, or saves it.',
    options: {},
    help: [],
    run: transcode,
  },
  transcribe: {
    usage: 'transcribe URL [--format srt]',
    summary: 'Turn the speech behind a link into text.',
    options: { format: { type: 'string' }, language: { type: 'string' } },
    help: [
      '--format FORMAT    txt (default), srt, vtt or json',
      '--language CODE    ISO 639-1 or auto; default ru',
    ],
    run: transcribe,
  },
};

async function transcode(call: CommandCall): Promise<CommandResult> {
  const task = await call.waitForEnd(await call.medley.tasks.transcode({ url: call.argument }));
  const url = task.output?.transcode?.url ?? '';
  const output = textOption(call, 'output');
  if (output === undefined) return { document: task, text: url };
  await download(url, output);
  return { document: task, text: `Saved ${output}`, isSaved: true };
}

async function transcribe(call: CommandCall): Promise<CommandResult> {
  const { medley, argument } = call;
  const format = choiceOption(call, 'format', formats) ?? 'txt';
  const language = textOption(call, 'language');
  const made = await medley.tasks.transcribe({ url: argument, ...(language && { language }) });
  const task = await call.waitForEnd(made);
  const text =
    format === 'json'
      ? JSON.stringify(task.output?.transcribe, null, 2)
      : await medley.tasks.transcript(task.id, { format });
  return { document: task, text };
}

async function download(url: string, path: string): Promise<void> {
  const response = await fetch(url).catch((error: unknown) => {
    throw new MedleyConnectionError(`No answer from ${new URL(url).origin}`, error);
  });
  if (!response.ok || !response.body) throw new MedleyConnectionError(`The file answers ${response.status}.`);
  await pipeline(response.body, createWriteStream(path));
}
