import type { Responder, RecordedRequest } from '@medley/testing';
import { startUpstreamHarness, type UpstreamHarness } from '@medley/testing/worker';
import { startTranscriber, transcriberSchema } from '@medley/transcriber';

export const KEY = 'sk-upstream-secret';

export const transcriberService = {
  kind: 'transcribe',
  schema: transcriberSchema,
  start: startTranscriber,
} as const;

export type TranscriberHarness = UpstreamHarness;

/** The transcriber with a local stub upstream. */
export function startTranscriberHarness(env: Record<string, string> = {}): Promise<TranscriberHarness> {
  return startUpstreamHarness(transcriberService, (url) => ({
    ASR_BASE_URL: url,
    ASR_API_KEY: KEY,
    ASR_SILENCE_MS: '30000',
    ASR_RETRY_MS: '1',
    ...env,
  }));
}

/** A `verbose_json` response of OpenAI. */
export const verboseJson = {
  task: 'transcribe',
  language: 'russian',
  duration: 7.25,
  text: ' Привет, мир. Как дела?',
  segments: [
    { id: 0, seek: 0, start: 0, end: 3.5, text: ' Привет, мир.', tokens: [1, 2], temperature: 0, avg_logprob: -0.2 },
    { id: 1, seek: 0, start: 3.5, end: 7.25, text: ' Как дела?', tokens: [3], temperature: 0, avg_logprob: -0.1 },
  ],
  words: [
    { word: 'Привет', start: 0.1, end: 0.9 },
    { word: 'мир', start: 1, end: 1.5 },
  ],
}; // prettier-ignore

export const respondVerboseJson: Responder = (response) =>
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(verboseJson));

/** Parses the multipart form of a request. */
export async function formOf(request: RecordedRequest | undefined): Promise<FormData> {
  if (!request) throw new Error('there was no request');
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  return new Response(new Uint8Array(request.body), { headers }).formData();
}
