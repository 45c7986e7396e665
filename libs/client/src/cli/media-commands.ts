import { createWriteStream, openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MedleyConnectionError } from '../errors';
import type { TranscriptFormat } from '../tasks';
import type { TranscribeOptions } from '../types/steps';
import {
  choiceOption,
  flagOption,
  listOption,
  textOption,
  UsageError,
  type Command,
  type CommandCall,
  type CommandResult,
} from './command';

const formats: readonly TranscriptFormat[] = ['txt', 'srt', 'vtt', 'json'];

/** Commands that work on a link to media. */
export const mediaCommands: Readonly<Record<'transcode' | 'transcribe', Command>> = {
  transcode: {
    usage: 'transcode URL|FILE [-o out.mp3]',
    summary: 'Convert media (a link or a local file) to MP3; prints the link to it, or saves it.',
    options: {},
    help: [],
    run: transcode,
  },
  transcribe: {
    usage: 'transcribe URL|FILE [--format srt]',
    summary: 'Turn speech (a link or a local file) into text.',
    options: {
      format: { type: 'string' },
      language: { type: 'string' },
      diarization: { type: 'boolean' },
      words: { type: 'boolean' },
      model: { type: 'string' },
      vocabulary: { type: 'string', multiple: true },
    },
    help: [
      '--format FORMAT    txt (default), srt, vtt or json',
      '--language CODE    ISO 639-1 or auto; default ru',
      '--no-diarization   do not tell the speakers apart (--diarization: do, the default)',
      '--words            also the times of each word (--format json)',
      '--model NAME       one of the models of the service',
      '--vocabulary A,B   words to expect: names, terms; may be repeated',
    ],
    run: transcribe,
  },
};

async function transcode(call: CommandCall): Promise<CommandResult> {
  const task = await call.waitForEnd(await call.medley.tasks.transcode({ url: await linkOf(call) }));
  const url = task.output?.transcode?.url ?? '';
  const output = textOption(call, 'output');
  if (output === undefined) return { document: task, text: url };
  await download(url, output);
  return { document: task, text: `Saved ${output}`, isSaved: true };
}

async function transcribe(call: CommandCall): Promise<CommandResult> {
  const { medley } = call;
  const format = choiceOption(call, 'format', formats) ?? 'txt';
  const made = await medley.tasks.transcribe({ url: await linkOf(call), ...transcribeOptions(call) });
  const task = await call.waitForEnd(made);
  const text =
    format === 'json'
      ? JSON.stringify(task.output?.transcribe, null, 2)
      : await medley.tasks.transcript(task.id, { format });
  return { document: task, text };
}

function transcribeOptions(call: CommandCall): TranscribeOptions {
  const [language, model] = [textOption(call, 'language'), textOption(call, 'model')];
  const [diarization, words] = [flagOption(call, 'diarization'), flagOption(call, 'words')];
  const vocabulary = listOption(call, 'vocabulary');
  return {
    ...(language && { language }),
    ...(model && { model }),
    ...(diarization !== undefined && { diarization }),
    ...(words !== undefined && { words }),
    ...(vocabulary && { vocabulary }),
  };
}

/** The link of the command; a local file is uploaded first. */
async function linkOf({ medley, argument, showUpload }: CommandCall): Promise<string> {
  if (/^(?:https?|upload):/i.test(argument)) return argument;
  const file = await openAsBlob(argument).catch((error: unknown) => {
    throw new UsageError(`${argument} is neither a link nor a file that can be read.`, { cause: error });
  });
  const upload = await medley.uploads.create(file, { filename: basename(argument), onProgress: showUpload });
  return upload.url;
}

async function download(url: string, path: string): Promise<void> {
  const response = await fetch(url).catch((error: unknown) => {
    throw new MedleyConnectionError(`No answer from ${new URL(url).origin}`, error);
  });
  if (!response.ok || !response.body) throw new MedleyConnectionError(`The file answers ${response.status}.`);
  await pipeline(response.body, createWriteStream(path));
}
