import Joi from 'joi';
import { ok } from '../http/answer';
import { BODY_BYTES_MAX } from '../http/read-body';
import type { Route } from '../http/route';
import { findOwnTask } from '../tasks/own-task';
import { restoreText, type RestoreParts } from '../tasks/restore-text';
import { readTranscript, transcriptExpired } from '../transcripts/read-transcript';
import { transcriptFormats, writeTranscript, type TranscriptFormat } from '../transcripts/write-transcript';
import { readQuery } from '../validation/read-query';

const transcriptQuery = Joi.object<{ format: TranscriptFormat }>({
  format: Joi.valid(...transcriptFormats).default('txt'),
}).unknown(true);

/** What a task made, in another shape. */
export function textRoutes(parts: RestoreParts): Route[] {
  const { stores, blobs, views } = parts;
  return [
    {
      method: 'post',
      path: '/pii/restore',
      bodyBytesMax: BODY_BYTES_MAX,
      handle: async (call) => ok(await restoreText(parts, call)),
    },
    {
      method: 'get',
      path: '/tasks/:taskId/transcript',
      async handle(call) {
        const task = await findOwnTask(stores.tasks, call);
        const { format } = readQuery(transcriptQuery, call.query);
        if (views.taskSummary(task, stores.now()).expired) throw transcriptExpired();
        const transcript = await readTranscript(blobs, task);
        return format === 'json'
          ? ok(transcript)
          : { status: 200, content: writeTranscript[format](transcript) };
      },
    },
  ];
}
