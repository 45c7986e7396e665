import {
  startStubUpstream,
  type Respond,
  type SeenRequest,
  type StubUpstream,
} from '../../../tests/support/stub-upstream';
import { openWorkerLab, type WorkerLab } from '../../../tests/support/worker-lab';
import { startTranscriber, transcriberSchema } from '@medley/transcriber';

export const KEY = 'sk-upstream-secret';

export const transcriberService = {
  kind: 'transcribe',
  schema: transcriberSchema,
  start: startTranscriber,
} as const;

export interface TranscriberHarness {
  upstream: StubUpstream;
  lab: WorkerLab;
  close(): Promise<void>;
}

/** The transcriber with a local upstream that answers nothing until it is told to. */
export async function openTranscriberHarness(env: Record<string, string> = {}): Promise<TranscriberHarness> {
  const upstream = await startStubUpstream();
  const settings = {
    ASR_BASE_URL: upstream.url,
    ASR_API_KEY: KEY,
    ASR_SILENCE_MS: '300',
    ASR_RETRY_MS: '1',
    ...env,
  };
  const lab = await openWorkerLab(transcriberService, settings);
  return {
    upstream,
    lab,
    async close() {
      await lab.close();
      await upstream.close();
    },
  };
}

/** An answer in OpenAI's `verbose_json`. */
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

export const heard: Respond = (response) =>
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(verboseJson));

/** The multipart form of a request, read by the platform's own parser. */
export async function formOf(request: SeenRequest | undefined): Promise<FormData> {
  if (!request) throw new Error('there was no request');
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  return new Response(new Uint8Array(request.body), { headers }).formData();
}
