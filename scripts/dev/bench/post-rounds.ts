import autocannon from 'autocannon';
import { median } from './bench-environment';
import { measureProcessorTime, timePerTask, type NamedProcesses, type ProcessorTime } from './processor-time';

const SECONDS = 5;

/** A request that is repeated, and how many tasks each creates. */
export interface RepeatedPost {
  url: string;
  apiKey: string;
  body: object;
  tasks: number;
  /** Callers at once, each of which waits for its response. */
  callers: number;
}

/** One measurement of a server: tasks a second, and what they cost. */
export interface Round {
  perSecond: number;
  tasks: number;
  time: ProcessorTime;
}

/** Tasks created a second by callers that repeat a request for five seconds; throws when one is refused. */
export async function measurePosts(processes: NamedProcesses, post: RepeatedPost): Promise<Round> {
  const { result, time } = await measureProcessorTime(processes, () => repeatPost(post));
  return { perSecond: result.tasks / result.seconds, tasks: result.tasks, time };
}

/** Repeat a request for five seconds: how many tasks were created in how many seconds. */
export async function repeatPost(post: RepeatedPost): Promise<{ tasks: number; seconds: number }> {
  const result = await autocannon({
    url: post.url,
    method: 'POST',
    connections: post.callers,
    duration: SECONDS,
    headers: { authorization: `Bearer ${post.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(post.body),
    // A batch is answered 201 although some of its tasks were refused.
    ...(post.tasks > 1 && { verifyBody: (body) => String(body).includes('"failed":0') }),
  });
  const { non2xx, errors, mismatches } = result;
  if (non2xx + errors + mismatches > 0)
    throw new Error(`${non2xx + mismatches} refused, ${errors} broken: ${post.url}`);
  return { tasks: result.requests.total * post.tasks, seconds: result.duration };
}

/** The median rate of several rounds, and the processor time of a task over all of them. */
export function summarize(rounds: readonly Round[]): Pick<Round, 'perSecond' | 'time'> {
  const tasks = rounds.reduce((total, round) => total + round.tasks, 0);
  const times = rounds.map(({ time }) => time);
  return { perSecond: median(rounds.map(({ perSecond }) => perSecond)), time: timePerTask(times, tasks) };
}
