import { buffer } from 'node:stream/consumers';
import type {
  DepersonalizeOutput,
  FoundEntity,
  MediaPart,
  RedactOptions,
  RedactOutput,
  StepInput,
  TranscribeOutput,
} from '@medley/contracts';
import { startServiceHarness, type ServiceHarness } from '@medley/testing/worker';
import { startTranscoder, transcoderSchema, type TranscoderConfig } from '@medley/transcoder';
import { put } from './media-harness';

/** What of a redact step's input a test says; entities are given by their words. */
export interface RedactCase {
  media: Buffer;
  transcript: TranscribeOutput;
  /** Parts of the text of the transcript that are personal data, in its order, each once. */
  found: readonly string[];
  part?: MediaPart;
  options?: RedactOptions;
}

export async function startRedactHarness(env: Record<string, string> = {}): Promise<ServiceHarness> {
  const service = { kind: 'redact' as const, schema: transcoderSchema, start: startTranscoder };
  return startServiceHarness<TranscoderConfig>(service, env);
}

export async function inputOf(worker: ServiceHarness, { media, transcript, found, part }: RedactCase): Promise<StepInput> {
  const depersonalized: DepersonalizeOutput = { text: '', mode: 'blind', entities: entitiesOf(transcript, found) };
  return {
    ...(await put(worker, media)),
    transcript: { inline: JSON.stringify(transcript) },
    depersonalized: { inline: JSON.stringify(depersonalized) },
    part: part ?? { start: 0, end: null },
  };
} // prettier-ignore

/** Redacts media that can be redacted. */
export async function redact(
  worker: ServiceHarness,
  redaction: RedactCase,
): Promise<{ output: RedactOutput; mp3: Buffer; seconds: number | undefined }> {
  const report = await worker.succeed(await inputOf(worker, redaction), redaction.options ?? {});
  if (!report.media) throw new Error('the step gave no media');
  const mp3 = await buffer(await worker.blobs.get(report.media.blob));
  return { output: report.data as RedactOutput, mp3, seconds: report.usage.media_seconds };
}

function entitiesOf({ text }: TranscribeOutput, found: readonly string[]): FoundEntity[] {
  return found.map((words) => {
    const start = text.indexOf(words);
    if (start < 0) throw new Error(`"${words}" is not in the text`);
    return { type: 'PERSON', start, end: start + words.length, replacement: '[PERSON]' };
  });
}

/** A transcript of one segment a line; a word is `[start, end, word]`, a segment without words `[start, end, text]` alone. */
export function transcriptOf(
  duration: number,
  segments: readonly { start: number; end: number; text: string; words?: [number, number, string][] }[],
): TranscribeOutput {
  const words = segments.flatMap((segment) => segment.words ?? []);
  return {
    text: segments.map(({ text }) => text).join(' '),
    language: 'en',
    duration,
    segments: segments.map(({ start, end, text }, id) => ({ id, start, end, text, speaker: null })),
    speakers: [],
    ...(words.length > 0 && { words: words.map(([start, end, word]) => ({ start, end, word, speaker: null })) }),
  };
} // prettier-ignore
