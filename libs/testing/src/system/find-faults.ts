import type { PublicTask } from '@medley/task-view';
import type { Received } from '../network/webhook-receiver';
import { until } from '../until';
import type { Api } from './api';
import type { SeparateServices } from './separate-services';

/** The first attempt and three retries. */
const ATTEMPTS_MAX = 4;
const PAGE = 100;

interface Evidence {
  system: SeparateServices;
  /** Of the tasks whose creation was answered with 201. */
  ids: readonly string[];
  received: readonly Received[];
  /** In credits. */
  initialBalance: number;
  settledMs: number;
}

/**
 * Compares what an account was promised with what it has got: every accepted task has ended, successfully; its webhook
 * was sent one to four times, with one id and one body; the balance is the initial one less what the tasks cost.
 */
export async function findFaults({ system, ids, received, ...rest }: Evidence): Promise<string[]> {
  const { initialBalance, settledMs } = rest;
  const api = system.apis.at(-1);
  if (!api) return ['there is no gateway'];
  const hooks = byTask(received);
  const faults: string[] = [];
  for (const id of ids) {
    const task = await api.ended(id, settledMs).catch(() => null);
    if (task?.status !== 'completed') faults.push(`task ${id} is ${task?.status ?? 'not there'}`);
    await untilDelivered(api, id, settledMs).catch(() =>
      faults.push(`the delivery of ${id} is not finished`),
    );
    faults.push(...faultsOfWebhook(id, hooks.get(id) ?? []));
  }
  const isSettled = async (): Promise<boolean> => (await reserved(api)) === 0;
  await until(isSettled, { timeoutMs: settledMs }).catch(() => faults.push('money stays reserved'));
  const charged = await sumCharged(api);
  const { balance } = await system.admin('account', 'show', '--account', system.accountId);
  if (Math.abs(Number(balance) - (initialBalance - charged)) > 1e-6) {
    faults.push(`the balance is ${String(balance)} after ${charged} of ${initialBalance} were charged`);
  }
  return faults;
}

function byTask(received: readonly Received[]): ReadonlyMap<string, readonly Received[]> {
  const groups = new Map<string, Received[]>();
  for (const hook of received) {
    const { task } = JSON.parse(hook.body) as { task: { id: string } };
    groups.set(task.id, [...(groups.get(task.id) ?? []), hook]);
  }
  return groups;
}

function faultsOfWebhook(id: string, hooks: readonly Received[]): string[] {
  const distinct = (of: (hook: Received) => unknown): number => new Set(hooks.map(of)).size;
  return [
    ...(hooks.length >= 1 && hooks.length <= ATTEMPTS_MAX ? [] : [`${id} has ${hooks.length} webhooks`]),
    ...(distinct(({ headers }) => headers['x-service-delivery']) <= 1
      ? []
      : [`${id} has several deliveries`]),
    ...(distinct(({ body }) => body) <= 1 ? [] : [`${id} has webhooks of several contents`]),
  ];
}

async function untilDelivered(api: Api, id: string, timeoutMs: number): Promise<void> {
  await until(
    async () => {
      const { body } = await api.call('GET', `/tasks/${id}/webhooks`);
      const status = (body.data as { items: { status: string }[] }).items[0]?.status;
      return status !== undefined && status !== 'pending';
    },
    { timeoutMs },
  );
}

async function reserved(api: Api): Promise<number> {
  return ((await api.call('GET', '/balance')).body.data as { reserved: number }).reserved;
}

/** Over all tasks of the account, also those whose creation was not answered. */
async function sumCharged(api: Api): Promise<number> {
  let units = 0;
  for (let offset = 0; ; offset += PAGE) {
    const { body } = await api.call('GET', `/tasks?limit=${PAGE}&offset=${offset}`);
    const { items } = body.data as { items: PublicTask[] };
    for (const { cost } of items) units += Math.round(cost.charged * 10_000);
    if (items.length < PAGE) return units / 10_000;
  }
}
