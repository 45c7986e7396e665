import { makeWav } from '@medley/testing';
import type { TestClient } from '@medley/testing/gateway';

/** An error as OpenAI describes it. */
interface SpeechError {
  message: string;
  type: string;
  param: string | null;
  code: string | null;
}

export interface SpeechResponse {
  status: number;
  headers: Headers;
  text: string;
  /** Of an error response. */
  error: SpeechError | undefined;
}

export const wav = makeWav(1);

/** A form with a recording and these fields. */
export function formOf(fields: Record<string, string | string[]>, file: Uint8Array | null = wav): FormData {
  const form = new FormData();
  if (file) form.append('file', new Blob([new Uint8Array(file)]), 'talk.wav');
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) form.append(name, value);
  return form;
}

/** A request to OpenAI's paths. */
export async function sendSpeech(
  { url, identity }: Pick<TestClient, 'url' | 'identity'>,
  path: string,
  init: RequestInit = {},
): Promise<SpeechResponse> {
  const headers = { Authorization: `Bearer ${identity.key}`, ...(init.headers as Record<string, string>) };
  const response = await fetch(`${url}/v1${path}`, { ...init, headers });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const { error } = (isJson ? JSON.parse(text) : {}) as { error?: SpeechError };
  return { status: response.status, headers: response.headers, text, error };
}

export function transcribe(
  client: Pick<TestClient, 'url' | 'identity'>,
  body: FormData | string,
  headers: Record<string, string> = {},
): Promise<SpeechResponse> {
  return sendSpeech(client, '/audio/transcriptions', { method: 'POST', body, headers });
}

/** `400 invalid_request_error language`: status, type, parameter and code of an answer in a line. */
export function summarizeSpeech({ status, error }: SpeechResponse): string {
  return [status, error?.type, error?.param, error?.code].filter((part) => part != null).join(' ');
}
