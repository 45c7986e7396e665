import { fetcherSchema, startFetcher, type FetcherConfig, type FetchLimits } from '@medley/fetcher';
import type { StepSuccess } from '@medley/contracts';
import { createOutbound, type Outbound, type Resolve } from '@medley/outbound';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { startServiceHarness, type ServiceHarness } from '@medley/testing/worker';

/** Limits that tests do not reach by chance. */
const wideLimits: FetchLimits = {
  dnsMs: 5_000,
  connectMs: 5_000,
  headersMs: 10_000,
  totalMs: 15_000,
  slackMs: 3_000,
  windowMs: 10_000,
  minBytesPerWindow: 1,
  redirectsMax: 5,
  expansionFreeBytes: 1024 ** 2,
  expansionMax: 100,
};

export interface FetcherHarnessOptions {
  limits?: Partial<FetchLimits>;
  env?: Record<string, string>;
  /** Addresses that may be reached; default: this machine. */
  allow?: string[];
  resolve?: Resolve;
  /** Replaces the real outbound client. */
  outbound?: Outbound;
}

/** The fetcher on the memory broker, with the real outbound client. */
export function startFetcherHarness(options: FetcherHarnessOptions = {}): Promise<ServiceHarness> {
  const { limits, env = {}, allow = ['127.0.0.0/8'], resolve } = options;
  const outbound = options.outbound ?? createOutbound({ allow, ...(resolve ? { resolve } : {}) });
  return startServiceHarness<FetcherConfig>(
    {
      kind: 'fetch',
      schema: fetcherSchema,
      start: (context, dependencies) =>
        startFetcher(context, { ...dependencies, outbound }, { ...wideLimits, ...limits }),
    },
    { MASTER_KEY: Buffer.alloc(32).toString('base64'), ...env },
  );
}

export interface Source {
  url: string;
  port: number;
  /** Connections so far. */
  connections: number;
  /** Open connections. */
  open: Set<Socket>;
  close(): Promise<void>;
}

export async function openSource(answer: RequestListener, host = '127.0.0.1'): Promise<Source> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  const source: Source = {
    url: `http://${host}:${port}`,
    port,
    connections: 0,
    open: new Set(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  server.on('connection', (socket) => {
    source.connections += 1;
    source.open.add(socket);
    socket.on('error', () => undefined).on('close', () => source.open.delete(socket));
  });
  return source;
}

/** Silence as MPEG 1 layer III, 128 kbit/s, 44.1 kHz, in frames of 26 ms. */
export function makeMp3(frames: number): Buffer {
  const frame = Buffer.alloc(417);
  frame.writeUInt32BE(0xfffb9000);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

/** The key under which the first attempt of a fetch stores its media. */
export function blobOf(taskId: string): string {
  return `tasks/${taskId}/fetch/1/source`;
}

export function mediaOf(report: StepSuccess): NonNullable<StepSuccess['media']> {
  if (!report.media) throw new Error('the step gave no media');
  return report.media;
}
