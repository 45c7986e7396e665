import { parentPort } from 'node:worker_threads';
import { runEngineJob, type EngineJob, type EngineResults } from './engine-job';

/** What a thread answers: the result of the job in hand, or the words of its error. */
export type ThreadAnswer = { result: EngineResults[EngineJob['kind']] } | { error: string };

/** The whole of a thread: jobs in, answers out, one at a time. */
parentPort?.on('message', (job: EngineJob) => {
  parentPort?.postMessage(answer(job));
});

function answer(job: EngineJob): ThreadAnswer {
  try {
    return { result: runEngineJob(job) };
  } catch (error) {
    // Not by kit, whose loading would cost every thread 11 MB.
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
