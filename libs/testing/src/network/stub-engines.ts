import { respondJson, startStubUpstream, type StubUpstream } from './stub-upstream';

const speech = {
  language: 'russian',
  duration: 3,
  text: ' Привет, мир.',
  segments: [{ id: 0, start: 0, end: 3, text: ' Привет, мир.' }],
};
const completion = { model: 'gpt-4o-mini', choices: [{ message: { content: 'Готово.' } }] };

/** A stub of OpenAI-compatible speech and chat servers; `env` holds the settings that point services to it. */
export interface StubEngines {
  env: Record<string, string>;
  stop(): Promise<void>;
}

export async function startStubEngines(): Promise<StubEngines> {
  const upstream: StubUpstream = await startStubUpstream();
  upstream.respond((response, request) =>
    respondJson(request.path.endsWith('/chat/completions') ? completion : speech)(response, request),
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
