import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findRabbitMqServer } from './private-node';
import { startPrivateRabbitMq } from './private-rabbitmq';
import { repositoryRoot } from '../repository-root';

export const serviceNames = [
  'gateway', 'orchestrator', 'webhook-dispatcher', 'fetcher', 'transcoder', 'transcriber', 'llm', 'pii',
] as const; // prettier-ignore
type Name = (typeof serviceNames)[number];

/** A RabbitMQ with the users of docker-compose.yml. */
export interface ComposeBroker {
  urlOf(service: Name): string;
  stop(): Promise<void>;
}

/** A suite that needs an installed RabbitMQ server; the shared one of `AMQP_URL` must not get other users. */
export function describeWithServer(title: string, suite: () => void): void {
  if (findRabbitMqServer() === null) describe.skip(title, suite);
  else describe(title, suite);
}

/** The definitions that the container makes of these passwords. */
export async function composeDefinitions(passwordOf: (service: Name) => string): Promise<string> {
  const passwords = serviceNames.map((name) => [
    `RABBITMQ_${name.replace('-', '_').toUpperCase()}_PASSWORD`,
    passwordOf(name),
  ]);
  const script = join(repositoryRoot, 'deploy/rabbitmq/definitions.sh');
  const env = { PATH: process.env['PATH'], ...Object.fromEntries(passwords) } as NodeJS.ProcessEnv;
  return (await promisify(execFile)('sh', [script], { env })).stdout;
}

export async function startComposeBroker(): Promise<ComposeBroker> {
  const server = findRabbitMqServer();
  if (server === null) throw new Error('there is no RabbitMQ server on this machine');
  const passwordOf = (name: Name): string => `secret-of-${name}`;
  const directory = await mkdtemp(join(tmpdir(), 'medley-definitions-'));
  const file = join(directory, 'definitions.json');
  await writeFile(file, await composeDefinitions(passwordOf));
  const broker = await startPrivateRabbitMq(server, `load_definitions = ${file}\n`);
  const { host } = new URL(broker.url);
  return {
    urlOf: (service) => `amqp://${service}:${passwordOf(service)}@${host}`,
    stop: async () => {
      await broker.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
