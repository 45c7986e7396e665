import { startBenchEnvironment, type BenchEnvironment } from './bench-environment';
import { measurePosts, summarize, type RepeatedPost, type Round } from './post-rounds';
import type { ProcessorTime } from './processor-time';

const CALLERS = 32;
const ROUNDS = 3;
const BATCH = 30;
const INPUT = 'Позвоните Ивану Петрову: +7 916 123-45-67';

export interface CreationFigures {
  medley_per_second: number;
  bare_per_second: number;
  ratio: number;
  medley_processor_ms_per_task: ProcessorTime;
  bare_processor_ms_per_task: ProcessorTime;
}

type Request = Pick<RepeatedPost, 'body' | 'tasks'> & { path: string };

/** `POST /pii` of the gateway against the bare server on the same database and broker, measured in turns. */
export function benchCreation(): Promise<CreationFigures> {
  return compare({ path: '/api/v1/pii', body: { input: INPUT }, tasks: 1 });
}

/** Tasks a second created in full batches against the same bare server, which gets one request for each task. */
export function benchCreationBatch(): Promise<CreationFigures> {
  const task = { input: INPUT, steps: [{ name: 'depersonalize' }] };
  const tasks = Array.from({ length: BATCH }, () => task);
  return compare({ path: '/api/v1/tasks/batch', body: { tasks }, tasks: BATCH });
}

async function compare({ path, ...request }: Request): Promise<CreationFigures> {
  const bench = await startBenchEnvironment();
  try {
    const gateway = await bench.runGateway({ ASSUME_STEPS: 'depersonalize' });
    const bare = await bench.runBareServer();
    const rounds: { medley: Round[]; bare: Round[] } = { medley: [], bare: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.medley.push(await measure(bench, { url: `${gateway}${path}`, ...request }));
      rounds.bare.push(await measure(bench, { url: `${bare}/pii`, body: { input: INPUT }, tasks: 1 }));
    }
    const [medley, baseline] = [summarize(rounds.medley), summarize(rounds.bare)];
    return {
      medley_per_second: medley.perSecond,
      bare_per_second: baseline.perSecond,
      ratio: medley.perSecond / baseline.perSecond,
      medley_processor_ms_per_task: medley.time,
      bare_processor_ms_per_task: baseline.time,
    };
  } finally {
    await bench.stop();
  }
}

function measure(
  { processes, apiKey }: BenchEnvironment,
  post: Pick<RepeatedPost, 'url' | 'body' | 'tasks'>,
): Promise<Round> {
  return measurePosts(processes, { ...post, apiKey, callers: CALLERS });
}
