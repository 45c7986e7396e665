import { openAsBlob } from 'node:fs';
import type { UpstreamClient } from '@medley/upstream';
import { truncateVocabulary } from './truncate-vocabulary';
import { readDeepgramResponse } from './read-deepgram-response';
import type { SpeechEngine, SpeechRequest } from './speech-engine';

export const DEEPGRAM_URL = 'https://api.deepgram.com/v1';
/** The upload limit of Deepgram, in bytes. */
export const DEEPGRAM_CHUNK_BYTES_MAX = 2_000_000_000;
/** Seconds of audio that Deepgram transcribes within the default idle timeout of one minute. */
export const DEEPGRAM_CHUNK_SECONDS_MAX = 3_600;
/** Limits of Deepgram for hints. */
const KEYTERM_TOKENS_MAX = 450;
const KEYWORDS_MAX = 100;

/** The authorization header of Deepgram; none without a key. */
export function deepgramHeaders(apiKey: string | undefined): Record<string, string> {
  return apiKey === undefined ? {} : { Authorization: `Token ${apiKey}` };
}

/** An engine that calls `POST /v1/listen` of Deepgram, in its cloud or on premises. */
export function createDeepgramSpeechEngine(
  properties: Omit<SpeechEngine, 'transcribe' | 'close' | 'reason'>,
  client: UpstreamClient,
): SpeechEngine {
  return {
    ...properties,
    reason: null,
    async transcribe(chunk, request, signal) {
      const query = queryOf(request);
      // Streams the file from disk.
      const body = await openAsBlob(chunk.path, { type: 'audio/wav' });
      return readDeepgramResponse(await client.send({ path: '/listen', query, body }, signal));
    },
    close: () => Promise.resolve(),
  };
}

function queryOf(request: SpeechRequest): URLSearchParams {
  const query = new URLSearchParams({
    model: request.model,
    punctuate: 'true',
    smart_format: 'true',
    utterances: 'true',
  });
  if (request.diarization) query.set('diarize', 'true');
  if (request.language === null) query.set('detect_language', 'true');
  else query.set('language', request.language);
  for (const [name, value] of hintsOf(request)) query.append(name, value);
  return query;
}

/** Nova-3 and later accept terms (`keyterm`); older models single words (`keywords`), in which a colon starts a weight. */
function hintsOf({ model, vocabulary }: SpeechRequest): [name: string, value: string][] {
  if (/^(?:nova-[3-9]|flux)/.test(model)) {
    return truncateVocabulary(vocabulary, KEYTERM_TOKENS_MAX).map((term) => ['keyterm', term]);
  }
  if (model.startsWith('whisper')) return [];
  const words = vocabulary.flatMap((term) => term.replaceAll(':', ' ').trim().split(/\s+/)).filter(Boolean);
  return [...new Set(words)].slice(0, KEYWORDS_MAX).map((word) => ['keywords', word]);
}
