import {
  describeWithServer,
  findRabbitMqServer,
  type PrivateCluster,
  startPrivateCluster,
} from '@medley/testing/broker';
import { environment } from '@medley/kit';
import { until } from '@medley/testing';
import { type SeparateServices, startSeparateServices, TaskLoad } from '@medley/testing/system';

const LANES = 6;
const TASKS = 40;
/** Of the account of `startSeparateServices`. */
const BALANCE = 100_000;

/** It takes two minutes of two processors, so only `CLUSTER=true` runs it. More faults, with all services: `npm run cluster`. */
const describeIfWanted = environment()['CLUSTER'] === 'true' ? describeWithServer : describe.skip;

describeIfWanted('two processes of every service that a text needs, on three RabbitMQ nodes', () => {
  let cluster: PrivateCluster;
  let system: SeparateServices;
  beforeAll(async () => {
    cluster = await startPrivateCluster({ server: findRabbitMqServer() ?? '' });
    system = await startSeparateServices({
      amqpUrl: cluster.url,
      instances: { gateway: 2, orchestrator: 2, pii: 2, 'webhook-dispatcher': 2 },
      env: { WEBHOOK_RETRY_DELAYS_S: '0.2,0.4,0.8', STEP_RETRY_DELAYS_S: '0.1,0.2' },
    });
  });
  afterAll(async () => {
    await system.stop();
    await cluster.stop();
  });

  it('go on without a restart when a node is killed, with every task, webhook and balance as promised', async () => {
    const load = await TaskLoad.start({ system, lanes: LANES });
    await load.untilMoreEnded(TASKS);
    const [node] = cluster.nodes;
    await node?.kill();
    await load.untilMoreEnded(TASKS);
    await node?.start();
    await load.untilMoreEnded(TASKS);

    const { accepted, faults } = await load.finish(BALANCE);
    expect(faults).toEqual([]);
    expect(accepted).toBeGreaterThanOrEqual(3 * TASKS);
    const programs = [...system.programs.values()].flat();
    expect(programs.filter(({ hasEnded }) => hasEnded)).toEqual([]);
  });

  it('refuse tasks during the memory alarm of a node, finish what they have accepted, and go on after it', async () => {
    const load = await TaskLoad.start({ system, lanes: LANES });
    await load.untilMoreEnded(TASKS);
    const [node] = cluster.nodes;
    await node?.run('rabbitmqctl', 'set_vm_memory_high_watermark', 'absolute', '1');
    // Not by the load: its callers wait for tasks whose results cannot be published now.
    const body = { input: 'Иван Петров' };
    await until(async () => (await system.apis[0]?.call('POST', '/pii', body))?.status === 502);
    await node?.run('rabbitmqctl', 'set_vm_memory_high_watermark', '0.6');
    await load.untilMoreEnded(TASKS);

    const { faults } = await load.finish(BALANCE);
    expect(faults).toEqual([]);
  });
});
