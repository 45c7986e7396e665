import autocannon from 'autocannon';
import { takeFreePort } from '@medley/testing';
import { median, startBenchEnvironment, waitForHealth } from './bench-environment';

const CONNECTIONS = 32;
const SECONDS = 5;
const ROUNDS = 3;

export interface CreationFigures {
  medley_per_second: number;
  bare_per_second: number;
  ratio: number;
}

/** `POST /pii` of the gateway against the bare server on the same database and broker, measured in turns. */
export async function benchCreation(): Promise<CreationFigures> {
  const bench = await startBenchEnvironment();
  try {
    const gateway = await bench.runGateway({ ASSUME_STEPS: 'depersonalize' });
    const port = await takeFreePort();
    bench.run('scripts/dev/dist/bench/bare-server.js', { PORT: String(port) });
    await waitForHealth(`http://127.0.0.1:${port}`);
    const rates = { medley: [] as number[], bare: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.medley.push(await rateOf(`${gateway}/api/v1/pii`, bench.apiKey));
      rates.bare.push(await rateOf(`http://127.0.0.1:${port}/pii`, bench.apiKey));
    }
    const [medley, bare] = [median(rates.medley), median(rates.bare)];
    return { medley_per_second: medley, bare_per_second: bare, ratio: medley / bare };
  } finally {
    await bench.stop();
  }
}

async function rateOf(url: string, key: string): Promise<number> {
  const result = await autocannon({
    url,
    method: 'POST',
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ input: 'Позвоните Ивану Петрову: +7 916 123-45-67' }),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refused, ${result.errors} broken: ${url}`);
  return result.requests.average;
}
