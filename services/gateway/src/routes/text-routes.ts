import { JSON_TYPE, ok } from '../http/response';
import { bodyLimits } from '../http/http-limits';
import type { Route } from '../http/route';
import { findOwnTask } from '../tasks/own-task';
import { restoreText, type RestoreDependencies } from '../tasks/restore-text';
import { readTranscript, transcriptExpired } from '../transcripts/read-transcript';
import { textDocs } from '../openapi/docs/text-docs';
import { transcriptQuery } from '../validation/query-schemas';
import { readQuery } from '../validation/read-query';

/** What a task made, in another shape. */
export function textRoutes(deps: RestoreDependencies): Route[] {
  const { stores, blobs, views, threads } = deps;
  return [
    {
      method: 'post',
      path: '/pii/restore',
      docs: textDocs.restore,
      body: bodyLimits,
      handle: async (call) => ok(await restoreText(deps, call)),
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
        if (format === 'json')
          return { status: 200, headers: { 'Content-Type': JSON_TYPE }, body: enveloped(transcript) };
        const turn = { account: call.caller.accountId, signal: call.disconnected() };
        return { status: 200, content: await threads.run({ kind: 'subtitles', transcript, format }, turn) };
      },
    },
  ];
}

/** The envelope around data that is JSON already, and too long to be parsed on the event loop. */
function enveloped(json: string): string {
  return `{"success":true,"data":${json}}`;
}
