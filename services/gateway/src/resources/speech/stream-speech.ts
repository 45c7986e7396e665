import type { ServerResponse } from 'node:http';
import type { StreamResponse } from '../../http/response';
import { onResponseClosed } from '../../traffic/on-response-closed';
import { streamLimits } from '../events/stream-limits';
import { finishSpeech, type SpeechDependencies, type SpeechRun } from './run-speech';
import { describeError, TASK_HEADER } from './speech-errors';

/**
 * A response that begins at once and has comments until the transcription has ended, so that nothing between takes it for
 * dead. A failure is then an event, which the official clients throw.
 */
export function streamSpeech(deps: SpeechDependencies, run: SpeechRun): StreamResponse {
  return {
    holdsRequest: true,
    async stream(response) {
      open(response, run.task.id);
      const ping = setInterval(() => response.write(': ping\n\n'), streamLimits.pingMs);
      onResponseClosed(response, () => clearInterval(ping));
      const events = await finishSpeech(deps, run).then(
        ({ text }) => text,
        (error: unknown) => `event: error\ndata: ${JSON.stringify({ error: describeError(error) })}\n\n`,
      );
      clearInterval(ping);
      response.end(events);
    },
  };
}

function open(response: ServerResponse, taskId: string): void {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
    [TASK_HEADER]: taskId,
  });
  response.flushHeaders();
}
