import { parentPort, workerData } from 'node:worker_threads';
import { runDiarizationJob, type DiarizationJob } from './diarization-job';

/** The whole of a thread: one job, one answer. What it throws ends it and is heard by who started it. */
parentPort?.postMessage(runDiarizationJob(workerData as DiarizationJob));
