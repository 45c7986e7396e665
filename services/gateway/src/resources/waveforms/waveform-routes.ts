import type { BlobStore } from '@medley/blobs';
import { AppError } from '@medley/kit';
import type { Stores } from '@medley/store';
import type { TaskView } from '@medley/task-view';
import { readQuery } from '../../http/read-query';
import { JSON_TYPE } from '../../http/response';
import type { Route } from '../../http/route';
import { findOwnTask } from '../tasks/own-task';
import { readWaveform } from './read-waveform';
import { waveformDocs, waveformQuery } from './waveform-docs';

export interface WaveformDependencies {
  stores: Pick<Stores, 'tasks' | 'now'>;
  blobs: BlobStore;
  views: TaskView;
}

export function waveformRoutes({ stores, blobs, views }: WaveformDependencies): Route[] {
  return [
    {
      method: 'get',
      path: '/tasks/:taskId/waveform',
      docs: waveformDocs,
      async handle(call) {
        const task = await findOwnTask(stores.tasks, call);
        const { step } = readQuery(waveformQuery, call.query);
        if (views.taskSummary(task, stores.now()).expired)
          throw new AppError('TASK_EXPIRED', 'The sound is gone: the storage time of the task has ended.');
        const body = `{"success":true,"data":${await readWaveform(blobs, task, step)}}`;
        return { status: 200, headers: { 'Content-Type': JSON_TYPE }, body };
      },
    },
  ];
}
