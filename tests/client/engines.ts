import { json, startStubUpstream, type StubUpstream } from '../support/stub-upstream';

const speech = {
  language: 'russian',
  duration: 3,
  text: ' Привет, мир.',
  segments: [{ id: 0, start: 0, end: 3, text: ' Привет, мир.' }],
};
const completion = { model: 'gpt-4o-mini', choices: [{ message: { content: 'Готово.' } }] };

/** Upstreams for speech and language, as OpenAI speaks; `env` points a service to them. */
export interface Engines {
  env: Record<string, string>;
  stop(): Promise<void>;
}

export async function startEngines(): Promise<Engines> {
  const upstream: StubUpstream = await startStubUpstream();
  upstream.respond((response, request) =>
    json(request.path.endsWith('/chat/completions') ? completion : speech)(response, request),
  );
  return {
    env: {
      ASR_BASE_URL: upstream.url,
      ASR_API_KEY: 'sk-upstream',
      LLM_BASE_URL: upstream.url,
      LLM_API_KEY: 'sk-upstream',
    },
    stop: () => upstream.close(),
  };
}
