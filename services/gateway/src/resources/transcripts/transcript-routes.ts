import type { BlobStore } from '@medley/blobs';
import type { Stores } from '@medley/store';
import type { TaskView } from '@medley/task-view';
import { readQuery } from '../../http/read-query';
import { JSON_TYPE, type RenderedResponse } from '../../http/response';
import type { Route } from '../../http/route';
import type { TextResults } from '../../text-pool/text-job';
import type { TextPool } from '../../text-pool/text-pool';
import { findOwnTask } from '../tasks/own-task';
import {
  noRedactedTranscript,
  readTranscript,
  transcriptExpired,
  type TranscriptSource,
} from './read-transcript';
import { transcriptDocs } from './transcript-docs';
import { transcriptQuery, type TranscriptQuery } from './transcript-query';

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
        const { format, redacted, speakers } = readQuery(transcriptQuery, call.query);
        if (views.taskSummary(task, stores.now()).expired) throw transcriptExpired();
        const source = await readTranscript(blobs, task, redacted);
        if (format === 'json' && !source.isRedacted) return jsonResponse(source.json);
        const options = { account: call.caller.accountId, signal: call.disconnected() };
        const content = await writeTranscript(textPool, { ...source, format, speakers }, options);
        return format === 'json' ? jsonResponse(content.text) : { status: 200, content };
      },
    },
  ];
}

async function writeTranscript(
  pool: TextPool,
  { json, isRedacted, format, speakers }: TranscriptSource & TranscriptQuery,
  options: Parameters<TextPool['run']>[1],
): Promise<TextResults['subtitles']> {
  if (!isRedacted && format !== 'json')
    return pool.run({ kind: 'subtitles', transcript: json, format, speakers }, options);
  const content = await pool.run({ kind: 'redacted', output: json, format, speakers }, options);
  // Stored by a worker of an earlier version.
  if (!content) throw noRedactedTranscript();
  return content;
}

/** The envelope around serialized JSON, which may be too long to be parsed on the event loop. */
function jsonResponse(json: string): RenderedResponse {
  return { status: 200, headers: { 'Content-Type': JSON_TYPE }, body: `{"success":true,"data":${json}}` };
}
