import { connect } from 'amqplib';
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toUnits } from '@medley/contracts';
import { findRunningMongo } from '@medley/embedded-mongo';
import { createLogger } from '@medley/kit';
import { connectStores, type Stores } from '@medley/store';
import { type HeldSource, makeWav, startHeldSource, takeFreePort, until } from '@medley/testing';
import {
  describeWithServer,
  findRabbitMqServer,
  type PrivateRabbitMq,
  startPrivateRabbitMq,
} from '@medley/testing/broker';
import { type AllInOne, startAllInOne } from '@medley/testing/system';

const ROOT = join(__dirname, '..', '..');
const DIRECTORY = join(ROOT, 'docs/runbooks');
const NOT_RUN = '# Not run in our tests: ';

/** The blocks of commands of all pages; a first line may say why one is not run. */
function readBlocks(): { page: string; lines: string[] }[] {
  return readdirSync(DIRECTORY).flatMap((page) => {
    const text = readFileSync(join(DIRECTORY, page), 'utf8');
    return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => ({
      page,
      lines: block.trimEnd().split('\n'),
    }));
  });
}

const blocks = readBlocks();
const [definitions] = blocks.filter(({ page }) => page === 'README.md');
/** Each is a whole command; the same one of several pages runs once. */
const commands = [
  ...new Set(
    blocks
      .filter(({ page, lines }) => page !== 'README.md' && !lines[0]?.startsWith(NOT_RUN))
      .flatMap(({ lines }) => lines),
  ),
];

describeWithServer('the commands of the runbooks', () => {
  let broker: PrivateRabbitMq;
  let medley: AllInOne;
  let stores: Stores;
  let source: HeldSource;
  let env: Record<string, string>;

  beforeAll(async () => {
    broker = await startPrivateRabbitMq(findRabbitMqServer() ?? '');
    const [healthPort, operatorKey] = [await takeFreePort(), randomBytes(32).toString('hex')];
    const settings = { AMQP_URL: broker.url, HEALTH_PORT: String(healthPort), OPERATOR_KEY: operatorKey };
    // The commands name the queues of the default prefix; the broker is this suite's own.
    medley = await startAllInOne({ AMQP_PREFIX: 'medley', ...settings });
    source = await startHeldSource(makeWav(1));
    const masterKey = readFileSync(join(medley.directory, 'master.key'), 'utf8').trim();
    const url = (await findRunningMongo(medley.directory))?.url ?? '';
    const logger = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'text' });
    stores = await connectStores({ url, logger, masterKey });
    // Of a customer: one of the commands suspends it.
    const account = { name: 'customer', tariff: 'standard', balance: toUnits(1_000) };
    env = {
      ...broker.env,
      PATH: `${broker.env['PATH']}:${process.env['PATH'] ?? ''}`,
      MEDLEY: medley.api.url,
      METRICS: `http://127.0.0.1:${healthPort}`,
      OPERATOR_KEY: operatorKey,
      MONGO_URL: url,
      MASTER_KEY: masterKey,
      API_KEY: medley.key,
      ACCOUNT: (await stores.accounts.create(account)).id,
    };
  });
  afterAll(async () => {
    source.release();
    await source.stop();
    await stores.close();
    await medley.stop();
    await broker.stop();
  });

  /** What a command before would have shown: a letter, a key, a task that runs. */
  const prepare = async (command: string): Promise<Record<string, string>> => {
    const account = env['ACCOUNT'] ?? '';
    if (command.includes('$LETTER')) return { LETTER: await makeLetter(stores) };
    if (command.includes('$KEY')) return { KEY: (await stores.keys.create(account, null)).key.id };
    if (command.includes('$TASK')) {
      const task = await medley.api.create('/tasks', { url: source.url, steps: [{ name: 'fetch' }] });
      return { TASK: task.id };
    }
    return {};
  };

  /** In a shell that has read the first page; `npm run` is what package.json says, without its preparation. */
  const run = (command: string, own: Record<string, string>): Promise<{ code: number; output: string }> => {
    const npm = 'npm() { shift 4; node scripts/dist/admin/main.js "$@"; }';
    const script = [...(definitions?.lines ?? []).slice(2), npm, command].join('\n');
    return new Promise((resolve) => {
      const options = { cwd: ROOT, env: { ...env, ...own } };
      execFile('bash', ['-euo', 'pipefail', '-c', script], options, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}` }),
      );
    });
  };

  it('are found', () => {
    expect(commands.length).toBeGreaterThan(25);
  });

  it.each(commands)('%s succeeds', async (command) => {
    const result = await run(command, await prepare(command));
    expect(result).toMatchObject({ code: 0 });
  });

  it('find a message that nobody can read, and forget it', async () => {
    const connection = await connect(broker.url);
    const channel = await connection.createConfirmChannel();
    channel.sendToQueue('medley.webhooks.v1', Buffer.from('{'), { type: 'task.finished' });
    await channel.waitForConfirms();
    await connection.close();
    const list = 'npm run -s admin -- dead-letters list --json';
    let found = '';
    await until(async () => {
      found = (await run(list, {})).output;
      return found.includes('"webhooks"');
    });
    // The JSON is one line; warnings about settings may follow it.
    const [json = ''] = found.split('\n');
    const letters = (JSON.parse(json) as { dead_letters: { id: string; queue: string }[] }).dead_letters;
    const id = letters.find(({ queue }) => queue === 'webhooks')?.id ?? '';
    const drop = await run('npm run -s admin -- dead-letters drop --id "$LETTER"', { LETTER: id });
    expect(drop.code).toBe(0);
    expect((await run(list, {})).output).not.toContain(id);
  });

  it('let what a resource alarm has refused be accepted again', async () => {
    const raise = await run('rabbitmqctl set_vm_memory_high_watermark absolute 1', {});
    expect(raise.code).toBe(0);
    await until(async () => !(await fetch(`${env['METRICS']}/health`)).ok);
    const alarms = await run('rabbitmq-diagnostics alarms', {});
    await run('rabbitmqctl set_vm_memory_high_watermark 0.6', {});
    expect(alarms.output).toContain('Memory alarm on node');
    await until(async () => (await run('curl -s --fail "$METRICS/health"', {})).code === 0);
  });
});

async function makeLetter(stores: Stores): Promise<string> {
  const task_id = randomUUID();
  await stores.deadLetters.record({
    ...{ task_id, step_id: 'pii', reason: 'delivery_limit', queue: 'steps.pii', message: 'step.run' },
  });
  return (await stores.deadLetters.list(null, 100)).find((letter) => letter.task_id === task_id)?.id ?? '';
}
