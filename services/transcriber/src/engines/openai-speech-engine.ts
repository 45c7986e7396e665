import { openAsBlob } from 'node:fs';
import type { UpstreamClient } from '@medley/upstream';
import { ResponseFormats, type ResponseFormat } from './response-formats';
import { truncateVocabulary } from './truncate-vocabulary';
import { readOpenAiResponse } from './read-openai-response';
import type { RecognitionResult, SpeechEngine, AudioChunk, SpeechRequest } from './speech-engine';

/** OpenAI takes 25 MiB in one upload, its form included, and its likes have taken that over. */
export const OPENAI_CHUNK_BYTES_MAX = 25_000_000;
export const OPENAI_CHUNK_SECONDS_MAX = 1_400;
/** Whisper looks at no more of a prompt, and Groq refuses longer ones. */
const PROMPT_TOKENS_MAX = 200;

/** `POST /audio/transcriptions` as OpenAI defines it and Groq, speaches, LocalAI, vLLM and whisper.cpp speak it. */
export function createOpenAiSpeechEngine(
  facts: Omit<SpeechEngine, 'transcribe' | 'close' | 'reason'>,
  client: UpstreamClient,
): SpeechEngine {
  const formats = new ResponseFormats();
  return {
    ...facts,
    reason: null,
    async transcribe(chunk, request, signal) {
      const diarizes = facts.models.some((model) => model.name === request.model && model.diarizes);
      const heard = await formats.ask({ name: request.model, diarizes }, async (format) =>
        readOpenAiResponse(
          await client.post('/audio/transcriptions', await buildForm(chunk, request, format), signal),
        ),
      );
      return request.diarization ? heard : withoutSpeakers(heard);
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

/** The file is read from disk while it is sent. */
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
  // Models that tell speakers apart take no prompt, and no more than 30 s without this strategy.
  if (format === 'diarized') form.append('chunking_strategy', 'auto');
  else if (vocabulary.length > 0) form.append('prompt', vocabulary.join(', '));
  if (format === 'words') {
    form.append('timestamp_granularities[]', 'word');
    form.append('timestamp_granularities[]', 'segment');
  }
  form.append('file', await openAsBlob(chunk.path, { type: 'audio/wav' }), 'audio.wav');
  return form;
}

function withoutSpeakers(heard: RecognitionResult): RecognitionResult {
  const anonymous = <T extends { speaker: string | null }>(parts: T[] | null): T[] | null =>
    parts?.map((part) => ({ ...part, speaker: null })) ?? null;
  return { ...heard, segments: anonymous(heard.segments), words: anonymous(heard.words) };
}
