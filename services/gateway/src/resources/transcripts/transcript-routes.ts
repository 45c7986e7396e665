import type { BlobStore } from '@medley/blobs';
import type { Stores } from '@medley/store';
import type { TaskView } from '@medley/task-view';
import { readQuery } from '../../http/read-query';
import { JSON_TYPE } from '../../http/response';
import type { Route } from '../../http/route';
import type { TextPool } from '../../text-pool/text-pool';
import { findOwnTask } from '../tasks/own-task';
import { readTranscript, transcriptExpired } from './read-transcript';
import { transcriptDocs } from './transcript-docs';
import { transcriptQuery } from './transcript-query';

export interface TranscriptDependencies {
  stores: Pick<Stores, 'tasks' | 'now'>;
  blobs: BlobStore;
  views: TaskView;
  textPool: TextPool;
}

export function transcriptRoutes({ stores, blobs, views, textPool }: TranscriptDependencies): Route[] {
  return [
    {
      method: 'get',
      path: '/tasks/:taskId/transcript',
      docs: transcriptDocs,
      async handle(call) {
        const task = await findOwnTask(stores.tasks, call);
        const { format } = readQuery(transcriptQuery, call.query);
        if (views.taskSummary(task, stores.now()).expired) throw transcriptExpired();
        const transcript = await readTranscript(blobs, task);
        if (format === 'json')
          return { status: 200, headers: { 'Content-Type': JSON_TYPE }, body: wrapInEnvelope(transcript) };
        const options = { account: call.caller.accountId, signal: call.disconnected() };
        return {
          status: 200,
          content: await textPool.run({ kind: 'subtitles', transcript, format }, options),
        };
      },
    },
  ];
}

/** The envelope around serialized JSON, which may be too long to be parsed on the event loop. */
function wrapInEnvelope(json: string): string {
  return `{"success":true,"data":${json}}`;
}
