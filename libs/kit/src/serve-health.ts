import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { Health } from './health';

export interface HealthServer {
  port: number;
  close(): Promise<void>;
}

/**
 * Serve `GET /health` (200, or 503 with the reasons), `GET /health/live` (200 whatever the dependencies do: the process
 * answers, so a restart would mend nothing) and `GET /metrics` (Prometheus text). Port 0 picks a free port.
 */
export async function serveHealth(
  facts: { health: Health; metrics: Registry },
  address: { host: string; port: number },
): Promise<HealthServer> {
  const answers = new Map<string, () => Promise<Answer>>([
    ['/health', () => answerHealth(facts.health)],
    ['/health/live', answerLiveness],
    ['/metrics', () => answerMetrics(facts.metrics)],
  ]);
  const server = createServer((request, response) => {
    const answer = answers.get(request.url?.split('?', 1)[0] ?? '');
    if (!answer) {
      response.writeHead(404).end();
      return;
    }
    answer().then(
      ({ status, type, body }) => response.writeHead(status, { 'Content-Type': type }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(address.port, address.host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: () => closeServer(server) };
}

interface Answer {
  status: number;
  type: string;
  body: string;
}

/** Detail of `/health`: `status` omits reasons and warnings, which name hosts and settings. */
export type HealthDetail = 'full' | 'status';

/** Create the response of `/health`, for all services and the gateway. */
export async function answerHealth(health: Health, detail: HealthDetail = 'full'): Promise<Answer> {
  const report = await health.report();
  const body = detail === 'full' ? report : { ok: report.ok };
  return { status: report.ok ? 200 : 503, type: 'application/json', body: JSON.stringify(body) };
}

function answerLiveness(): Promise<Answer> {
  return Promise.resolve({ status: 200, type: 'application/json', body: '{"ok":true}' });
}

/** Create the response of `/metrics`. */
export async function answerMetrics(metrics: Registry): Promise<Answer> {
  return { status: 200, type: metrics.contentType, body: await metrics.metrics() };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
