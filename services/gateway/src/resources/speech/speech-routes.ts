import { JSON_TYPE, type ApiResponse, type RenderedResponse, type StreamResponse } from '../../http/response';
import type { Call, RootRoute } from '../../http/route';
import { beginSpeech, finishSpeech, type SpeechDependencies } from './run-speech';
import { respondSpoken } from './respond-spoken';
import { listModels, noSuchModel } from './speech-models';
import { replaySpeech } from './replay-speech';
import { streamSpeech } from './stream-speech';

/** The path of OpenAI's speech API. */
export const TRANSCRIPTIONS_PATH = '/v1/audio/transcriptions';

/** OpenAI's speech API, for programs that were written for it: ordinary tasks underneath. */
export function speechRoutes(deps: SpeechDependencies): RootRoute[] {
  return [
    {
      method: 'post',
      path: TRANSCRIPTIONS_PATH,
      streamsBody: true,
      listsUpstreamError: true,
      handle: (call) => transcribe(deps, call),
    },
    {
      method: 'get',
      path: '/v1/models',
      handle: () => Promise.resolve(json({ object: 'list', data: listModels(deps.workerRegistry) })),
    },
    {
      method: 'get',
      path: '/v1/models/:model',
      handle: ({ params }) => {
        const name = params['model'] ?? '';
        const model = listModels(deps.workerRegistry).find(({ id }) => id === name);
        return model ? Promise.resolve(json(model)) : Promise.reject(noSuchModel(name));
      },
    },
  ];
}

async function transcribe(
  deps: SpeechDependencies,
  call: Call,
): Promise<ApiResponse | RenderedResponse | StreamResponse> {
  if (call.header('Idempotency-Key') !== undefined) return replaySpeech(deps, call);
  const run = await beginSpeech(deps, call);
  if (run.fields.stream) return streamSpeech(deps, run);
  return respondSpoken(await finishSpeech(deps, run), run.task.id);
}

function json(body: object): ApiResponse {
  return { status: 200, content: { type: JSON_TYPE, text: JSON.stringify(body) } };
}
