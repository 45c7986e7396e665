import { openAsBlob } from 'node:fs';
import type { UpstreamClient } from '@medley/upstream';
import { ResponseFormats, type ResponseFormat } from './response-formats';
import { truncateVocabulary } from './truncate-vocabulary';
import { readOpenAiResponse } from './read-openai-response';
import type { RecognitionResult, SpeechEngine, AudioChunk, SpeechRequest } from './speech-engine';

/** The upload limit of OpenAI and compatible servers is 25 MiB including the form. */
export const OPENAI_CHUNK_BYTES_MAX = 25_000_000;
/** The duration limit of the newer models of OpenAI. */
export const OPENAI_CHUNK_SECONDS_MAX = 1_400;
/** Whisper ignores more of a prompt, and Groq refuses longer prompts. */
const PROMPT_TOKENS_MAX = 200;

/** An engine that calls `POST /audio/transcriptions` of OpenAI, Groq, speaches, LocalAI, vLLM or whisper.cpp. */
export function createOpenAiSpeechEngine(
  properties: Omit<SpeechEngine, 'transcribe' | 'close' | 'reason'>,
  client: UpstreamClient,
): SpeechEngine {
  const formats = new ResponseFormats();
  return {
    ...properties,
    reason: null,
    async transcribe(chunk, request, signal) {
      const diarizes = properties.models.some((model) => model.name === request.model && model.diarizes);
      const result = await formats.request({ name: request.model, diarizes }, async (format) =>
        readOpenAiResponse(
          await client.post('/audio/transcriptions', await buildForm(chunk, request, format), signal),
        ),
      );
      return request.diarization ? result : withoutSpeakers(result);
    },
    close: () => Promise.resolve(),
  };
}

const responseFormats: Readonly<Record<ResponseFormat, string>> = {
  diarized: 'diarized_json',
  words: 'verbose_json',
  verbose: 'verbose_json',
  plain: 'json',
};

/** The file is streamed from disk. */
async function buildForm(
  chunk: AudioChunk,
  request: SpeechRequest,
  format: ResponseFormat,
): Promise<FormData> {
  const form = new FormData();
  form.append('model', request.model);
  form.append('response_format', responseFormats[format]);
  if (request.language !== null) form.append('language', request.language);
  const vocabulary = truncateVocabulary(request.vocabulary, PROMPT_TOKENS_MAX);
  // Models with diarization accept no prompt, and more than 30 s only with this strategy.
  if (format === 'diarized') form.append('chunking_strategy', 'auto');
  else if (vocabulary.length > 0) form.append('prompt', vocabulary.join(', '));
  if (format === 'words') {
    form.append('timestamp_granularities[]', 'word');
    form.append('timestamp_granularities[]', 'segment');
  }
  form.append('file', await openAsBlob(chunk.path, { type: 'audio/wav' }), 'audio.wav');
  return form;
}

function withoutSpeakers(result: RecognitionResult): RecognitionResult {
  const anonymous = <T extends { speaker: string | null }>(parts: T[] | null): T[] | null =>
    parts?.map((part) => ({ ...part, speaker: null })) ?? null;
  return { ...result, segments: anonymous(result.segments), words: anonymous(result.words) };
}
