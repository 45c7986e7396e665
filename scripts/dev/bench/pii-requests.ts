import { startAllInOne, type AllInOne } from './all-in-one';
import { startBenchEnvironment } from './bench-environment';
import { runTasks, waitForTasks } from './load-tasks';
import { measurePosts, repeatPost, summarize, type RepeatedPost, type Round } from './post-rounds';
import { measureProcessorTime, type ProcessorTime } from './processor-time';

const CALLERS = 8;
const ROUNDS = 3;
const WARM_UP = 3_000;
/** 150 characters. */
const INPUT =
  'Добрый день! Позвоните, пожалуйста, Ивану Петрову: +7 916 123-45-67, или напишите ему на ' +
  'ivan.petrov@example.com до субботы, адрес: Москва, ул. Ленина';

export interface PiiFigures {
  medley_per_second: number;
  bare_per_second: number;
  ratio: number;
  medley_processor_ms_per_task: ProcessorTime;
  bare_processor_ms_per_task: ProcessorTime;
}

/**
 * `POST /pii` of `npm start`: tasks completed a second while eight callers create them, until the last one has ended,
 * against what the bare server of `creation` stores for the same callers; both are warmed up, and measured in turns.
 */
export async function benchPii(): Promise<PiiFigures> {
  const bench = await startBenchEnvironment();
  const medley = await startAllInOne();
  try {
    const bare = await bench.runBareServer();
    await runTasks(medley, medley.url, WARM_UP);
    await measureMedley(medley);
    await repeatPost(requestTo(`${bare}/pii`, bench.apiKey));
    const rounds: { medley: Round[]; bare: Round[] } = { medley: [], bare: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.medley.push(await measureMedley(medley));
      rounds.bare.push(await measurePosts(bench.processes, requestTo(`${bare}/pii`, bench.apiKey)));
    }
    const [ours, baseline] = [summarize(rounds.medley), summarize(rounds.bare)];
    return {
      medley_per_second: ours.perSecond,
      bare_per_second: baseline.perSecond,
      ratio: ours.perSecond / baseline.perSecond,
      medley_processor_ms_per_task: ours.time,
      bare_processor_ms_per_task: baseline.time,
    };
  } finally {
    await medley.stop();
    await bench.stop();
  }
}

async function measureMedley(medley: AllInOne): Promise<Round> {
  const startedAt = performance.now();
  const { result, time } = await measureProcessorTime(medley.processes, async () => {
    const { tasks } = await repeatPost(requestTo(`${medley.url}/api/v1/pii`, medley.apiKey));
    await waitForTasks(medley);
    return { tasks, seconds: (performance.now() - startedAt) / 1_000 };
  });
  return { perSecond: result.tasks / result.seconds, tasks: result.tasks, time };
}

function requestTo(url: string, apiKey: string): RepeatedPost {
  return { url, apiKey, body: { input: INPUT }, tasks: 1, callers: CALLERS };
}
