import type { ApiResponse, RenderedResponse } from '../../http/response';
import type { Call } from '../../http/route';
import { idempotent } from '../../idempotency/idempotent';
import {
  answerOf,
  beginSpeech,
  finishSpeech,
  gone,
  type SpeechDependencies,
  type SpeechRun,
} from './run-speech';
import { respondSpoken } from './respond-spoken';
import { withTaskId } from './speech-errors';
import type { AnswerForm } from '../../speech-answers/answer-form';

/** What is stored for a repetition instead of the transcript, which is kept with its task only. */
interface Answered {
  taskId: string;
  form: AnswerForm;
}

/**
 * Transcribe once for each `Idempotency-Key`. A repetition gets the transcript of the first request, if that was to be
 * stored. A streamed answer comes as a whole, because it must be the same each time.
 */
export async function replaySpeech(
  deps: SpeechDependencies,
  call: Call,
): Promise<ApiResponse | RenderedResponse> {
  let run: SpeechRun | undefined;
  const answerOnce = idempotent<Call>(
    deps.stores.idempotency,
    async (keyed) => {
      run = await beginSpeech(deps, keyed);
      return respondSpoken(await finishSpeech(deps, run), run.task.id);
    },
    {
      replayPolicy: {
        redact: (response) => ({ ...response, body: run ? JSON.stringify(toAnswered(run)) : '' }),
        restore: (stored) => answerAgain(deps, call, stored),
      },
    },
  );
  return answerOnce(call);
}

function toAnswered({ task, fields }: SpeechRun): Answered {
  const { response_format, timestamp_granularities, temperature, stream } = fields;
  return { taskId: task.id, form: { response_format, timestamp_granularities, temperature, stream } };
}

async function answerAgain(
  deps: SpeechDependencies,
  call: Call,
  stored: RenderedResponse,
): Promise<RenderedResponse> {
  const { taskId, form } = JSON.parse(stored.body) as Answered;
  const task = await deps.stores.tasks.find(taskId);
  try {
    if (!task) throw gone();
    const { text } = await answerOf(deps, task, { form, signal: call.disconnected() });
    return { ...stored, body: text };
  } catch (error) {
    throw withTaskId(error, taskId);
  }
}
