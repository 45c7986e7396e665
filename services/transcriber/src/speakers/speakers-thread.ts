import { parentPort, workerData } from 'node:worker_threads';
import { runSpeakersJob, type SpeakersJob } from './speakers-job';

/** The whole of a thread: one job, one answer. What it throws ends it and is heard by who started it. */
parentPort?.postMessage(runSpeakersJob(workerData as SpeakersJob));
