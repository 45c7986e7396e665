import type { ApiResponse } from '../../http/response';
import { TASK_HEADER } from './speech-errors';
import type { SpeechAnswer } from '../../speech-answers/write-answer';

/** The response to a transcription, which names its task. */
export function respondSpoken(content: SpeechAnswer, taskId: string): ApiResponse {
  return { status: 200, headers: { [TASK_HEADER]: taskId }, content };
}
