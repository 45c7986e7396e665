import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { takeFreePort } from '@medley/testing';
import { type BenchEnvironment, startBenchEnvironment } from './bench-environment';
import { runTasks } from './load-tasks';
import { measureProcessorTime } from './processor-time';

/** Until then the compiler of Node.js takes as much time as the tasks. */
const WARM_UP = 2_500;
/** Rounds of one block of tasks for each variant, in turns, so that what else the machine does meets all of them. */
const ROUNDS = 8;
const TASKS = 600;
const SCRAPE_MS = 1_000;
const services = ['gateway', 'orchestrator', 'noop-worker'] as const;

/** Processor time in milliseconds for each task of three no-op steps. */
interface Cost {
  /** Of gateway, orchestrator and worker. */
  services: number;
  /** With MongoDB and RabbitMQ. */
  all: number;
}

export interface ObservedFigures {
  plain_ms_per_task: Cost;
  /** One trace in ten is exported to a collector. */
  traced_ms_per_task: Cost;
  traced_ratio: Cost;
  /** The metrics of each process are read every second; Prometheus usually does every 15 s. */
  scraped_ms_per_task: Cost;
  scraped_ratio: Cost;
  /** Of all traced tasks. */
  exported_bytes_per_task: number;
}

interface Variant {
  bench: BenchEnvironment;
  gateway: string;
  /** Addresses of the metrics. */
  scraped: readonly string[];
  costs: Cost[];
}

/** What traces and metrics cost: tasks of three no-op steps with and without them, side by side. */
export async function benchObservedFlows(): Promise<ObservedFigures> {
  const collector = await startCollector();
  const sampler = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' };
  const variants: Variant[] = [];
  try {
    const plain = await startVariant(variants, {});
    const traced = await startVariant(variants, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...sampler });
    const scraped = await startVariant(variants, {}, await scrapedPorts());
    for (const { bench, gateway } of variants) await runTasks(bench, gateway, WARM_UP);
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = round % variants.length;
      // No variant always follows the same one.
      for (const variant of [...variants.slice(first), ...variants.slice(0, first)]) await runBlock(variant);
    }
    const [base, withTraces, withScrapes] = [meanOf(plain), meanOf(traced), meanOf(scraped)];
    return {
      plain_ms_per_task: base,
      traced_ms_per_task: withTraces,
      traced_ratio: ratioOf(withTraces, base),
      scraped_ms_per_task: withScrapes,
      scraped_ratio: ratioOf(withScrapes, base),
      exported_bytes_per_task: collector.bytes() / (WARM_UP + ROUNDS * TASKS),
    };
  } finally {
    for (const { bench } of variants) await bench.stop();
    await collector.stop();
  }
}

/** Not the median: a trace is exported for one request in ten, which creates 30 tasks, so blocks differ for a reason. */
function meanOf({ costs }: Variant): Cost {
  const mean = (part: keyof Cost): number => costs.reduce((sum, cost) => sum + cost[part], 0) / costs.length;
  return { services: mean('services'), all: mean('all') };
}

function ratioOf(cost: Cost, base: Cost): Cost {
  return { services: cost.services / base.services, all: cost.all / base.all };
}

type Ports = Partial<Record<(typeof services)[number], number>>;

async function scrapedPorts(): Promise<Ports> {
  const ports: Ports = {};
  for (const service of services) ports[service] = await takeFreePort();
  return ports;
}

/** `ports`: where processes serve their metrics. */
async function startVariant(
  variants: Variant[],
  env: Record<string, string>,
  ports: Ports = {},
): Promise<Variant> {
  const bench = await startBenchEnvironment();
  const variant: Variant = {
    bench,
    gateway: '',
    scraped: Object.values(ports).map((port) => `http://127.0.0.1:${port}/metrics`),
    costs: [],
  };
  variants.push(variant);
  const envOf = (service: (typeof services)[number]): Record<string, string> => ({
    ...env,
    ...(ports[service] !== undefined && { HEALTH_PORT: String(ports[service]) }),
  });
  bench.run('services/orchestrator/dist/main.js', envOf('orchestrator'));
  bench.run('scripts/dev/dist/bench/noop-worker.js', envOf('noop-worker'));
  variant.gateway = await bench.runGateway({ ...envOf('gateway'), ASSUME_STEPS: 'depersonalize' });
  return variant;
}

async function runBlock({ bench, gateway, scraped, costs }: Variant): Promise<void> {
  const scrape = (): void => {
    for (const url of scraped) fetch(url).then((answer) => answer.text(), String);
  };
  const timer = setInterval(scrape, SCRAPE_MS);
  const { time } = await measureProcessorTime(bench.processes, () => runTasks(bench, gateway, TASKS));
  clearInterval(timer);
  const ofServices = services.reduce((sum, service) => sum + (time[service] ?? 0), 0);
  costs.push({ services: ofServices / TASKS, all: (time.sum - (time['load'] ?? 0)) / TASKS });
}

interface Collector {
  url: string;
  bytes(): number;
  stop(): Promise<void>;
}

/** Takes spans as a collector does, and forgets them. */
async function startCollector(): Promise<Collector> {
  let bytes = 0;
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    request.on('end', () => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: () => bytes,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
