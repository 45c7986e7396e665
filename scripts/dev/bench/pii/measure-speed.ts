import { detect } from '@medley/depersonalize';

export interface Speed {
  charsPerSecond: number;
  megabytesPerSecond: number;
}

export interface SpeedSample {
  text: string;
  lang?: string;
}

const ROUNDS = 3;
const WARM_UP_S = 0.3;
const LEAST_S = 0.2;

/** Throughput on one core, text by text: the median of several rounds. */
export function measureSpeed(samples: readonly SpeedSample[]): Speed {
  const chars = samples.reduce((sum, { text }) => sum + text.length, 0);
  const bytes = samples.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const once = (): void => {
    for (const { text, lang } of samples) detect(text, lang === undefined ? {} : { language: lang });
  };
  for (let spent = 0; spent < WARM_UP_S; spent += secondsOf(once)) continue;
  const seconds = Array.from({ length: ROUNDS }, () => secondsOf(once)).sort((a, b) => a - b);
  const median = seconds[Math.floor(ROUNDS / 2)] ?? NaN;
  return { charsPerSecond: chars / median, megabytesPerSecond: bytes / 1e6 / median };
}

/** Processor seconds of this process for one pass, including all threads of the runtime. */
function secondsOf(work: () => void): number {
  const before = process.cpuUsage();
  const seconds = (): number => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  let passes = 0;
  do {
    work();
    passes += 1;
  } while (seconds() < LEAST_S);
  return seconds() / passes;
}
