import { spawn } from 'node:child_process';
import { join } from 'node:path';

export interface StartFigures {
  /** From `require` to the first result, in a fresh process. */
  startMs: number;
  /** Growth of RSS until then. */
  loadedMb: number;
  /** Growth of RSS after 4 million characters in texts of 2,000. */
  workingMb: number;
}

const RUNS = 7;
/** The V8 option of `npm start` and `npm run pii:spans`. */
const YOUNG_GENERATION = '--max-semi-space-size=4';

/** Medians of several fresh processes. */
export async function measureStart(): Promise<StartFigures> {
  const runs: StartFigures[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await startOnce());
  const median = (key: keyof StartFigures): number =>
    runs.map((figures) => figures[key]).sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? NaN;
  return { startMs: median('startMs'), loadedMb: median('loadedMb'), workingMb: median('workingMb') };
}

function startOnce(): Promise<StartFigures> {
  const child = spawn(process.execPath, [YOUNG_GENERATION, join(__dirname, 'first-detect.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(Buffer.concat(chunks).toString()) as StartFigures);
      else reject(new Error(`first-detect ended with ${String(code)}`));
    });
  });
}
