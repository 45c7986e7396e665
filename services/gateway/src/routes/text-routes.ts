import { ok } from '../http/answer';
import { bodyLimits } from '../http/http-limits';
import type { Route } from '../http/route';
import { findOwnTask } from '../tasks/own-task';
import { restoreText, type RestoreParts } from '../tasks/restore-text';
import { readTranscript, transcriptExpired } from '../transcripts/read-transcript';
import { writeTranscript } from '../transcripts/write-transcript';
import { textDocs } from '../openapi/docs/text-docs';
import { transcriptQuery } from '../validation/query-schemas';
import { readQuery } from '../validation/read-query';

/** What a task made, in another shape. */
export function textRoutes(parts: RestoreParts): Route[] {
  const { stores, blobs, views } = parts;
  return [
    {
      method: 'post',
      path: '/pii/restore',
      docs: textDocs.restore,
      body: bodyLimits,
      handle: async (call) => ok(await restoreText(parts, call)),
    },
    {
      method: 'get',
      path: '/tasks/:taskId/transcript',
      docs: textDocs.transcript,
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
