import { openAsBlob } from 'node:fs';
import type { UpstreamClient } from '@medley/upstream';
import { languageCodeOf } from './language-code-of';
import { readVerboseJson } from './read-verbose-json';
import type { SpeechEngine, SpeechFile, SpeechRequest } from './speech-engine';

/** What OpenAI takes in one upload, and what its likes have taken over. */
const FILE_BYTES_MAX = 25 * 1024 * 1024;

/** Upstreams choose the decoder by the name of the file, so it has to fit the content. */
const extensions: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'audio/ogg': 'ogg',
  'application/ogg': 'ogg',
  'audio/opus': 'ogg',
  'audio/flac': 'flac',
  'audio/x-flac': 'flac',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/aac': 'aac',
  'video/mp4': 'mp4',
  'audio/webm': 'webm',
  'video/webm': 'webm',
  'audio/x-matroska': 'mkv',
  'video/x-matroska': 'mkv',
};

/** `POST /audio/transcriptions` as OpenAI defines it and Groq, speaches, LocalAI, vLLM and whisper.cpp speak it. */
export function createOpenAiSpeechEngine(
  facts: Pick<SpeechEngine, 'name' | 'models'>,
  client: UpstreamClient,
): SpeechEngine {
  return {
    ...facts,
    fileBytesMax: FILE_BYTES_MAX,
    async transcribe(file, request, signal) {
      const form = await buildForm(file, request);
      const heard = readVerboseJson(await client.post('/audio/transcriptions', form, signal));
      return { ...heard, language: languageCodeOf(heard.language) };
    },
  };
}

/** The file is read from disk while it is sent. */
async function buildForm(file: SpeechFile, request: SpeechRequest): Promise<FormData> {
  const type = mediaTypeOf(file.contentType);
  const form = new FormData();
  form.append('model', request.model);
  form.append('response_format', 'verbose_json');
  if (request.language !== null) form.append('language', request.language);
  if (request.vocabulary.length > 0) form.append('prompt', request.vocabulary.join(', '));
  if (request.words) {
    form.append('timestamp_granularities[]', 'word');
    form.append('timestamp_granularities[]', 'segment');
  }
  form.append('file', await openAsBlob(file.path, { type }), `audio.${extensions[type] ?? 'bin'}`);
  return form;
}

/** `audio/ogg; codecs=opus` is `audio/ogg`. */
function mediaTypeOf(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}
