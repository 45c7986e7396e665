import type { Task } from '@medley/contracts';
import type { Stores } from '@medley/store';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { reservationRequest, makeTask, TestStores } from './test-stores';

/** Throws at the armed fail point, as if the process had crashed between two durable writes. */
class Crashes {
  #in = Infinity;
  readonly failPoint = (): void => {
    this.#in -= 1;
    if (this.#in === 0) throw new Error('crashed by the test');
  };
  arm(checkpoints: number): void {
    this.#in = checkpoints;
  }
}

const testStores = new TestStores();
const crashes = [new Crashes(), new Crashes()];
const processes: Stores[] = [];

beforeAll(async () => {
  await testStores.start();
  // One that reserves and stores in one command, and one that may crash between the two.
  for (const [index, { failPoint }] of crashes.entries())
    processes.push(await testStores.connect({ failPoint, ...(index > 0 && { hasBulkWrite: false }) }));
});
afterAll(() => testStores.stop());

interface Command {
  kind:
    'create' | 'create-ended' | 'extend' | 'settle' | 'release' | 'credit' | 'repair' | 'drain' | 'abandon';
  by: 0 | 1;
  task: number;
  units: number;
  /** Crash at the n-th fail point; null: no crash. */
  crashAt: number | null;
}

const command: fc.Arbitrary<Command> = fc.record({
  kind: fc.constantFrom(
    'create',
    'create',
    'create-ended',
    'create-ended',
    'extend',
    'extend',
    'settle',
    'settle',
    'release',
    'credit',
    'repair',
    'drain',
    'abandon',
  ),
  by: fc.constantFrom(0, 1),
  task: fc.nat(5),
  units: fc.integer({ min: 0, max: 60 }),
  crashAt: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 2 }),
});

/** One account and six possible tasks. */
async function run(commands: readonly Command[][], opening: number): Promise<void> {
  const account = await process(0).accounts.create({ name: 'p', tariff: 'free', balance: opening });
  const tasks = Array.from({ length: 6 }, () => makeTask({ account_id: account.id }));
  const reservedFor = new Map<string, number>();
  let credited = 0;

  const perform = async ({ kind, by, task: index, units, crashAt }: Command): Promise<void> => {
    const { accounts, creations, tasks: store } = process(by);
    const task = tasks[index] ?? makeTask();
    if (crashAt !== null) crashes[by]?.arm(crashAt);
    switch (kind) {
      case 'create':
        // A task id is generated once, by the request that reserves for it.
        if (reservedFor.has(task.id)) return;
        reservedFor.set(task.id, units + 1);
        // In one command, or in two as without bulkWrite.
        if (units % 2)
          await creations.create(
            { ...task, cost: { ...task.cost, reserved: units + 1 } },
            { unfinishedMax: null },
          );
        else if ((await accounts.reserve(account.id, task.id, reservationRequest(units + 1))) === 'reserved')
          await store.insert(task);
        return;
      case 'create-ended': {
        if (reservedFor.has(task.id)) return;
        reservedFor.set(task.id, units + 1);
        await creations.create(...endedTask(task, { reserved: units + 1, charged: Math.ceil(units / 2) }));
        return;
      }
      case 'extend':
        // Like the orchestrator: only for a stored task, numbered, with the same units at each repeat.
        if (!(await store.find(task.id))) return;
        await accounts.extend({ account_id: account.id, task_id: task.id, index: 1 + (units % 3), units: 7 });
        return;
      case 'abandon':
        await accounts.reserve(account.id, randomUUID(), reservationRequest(units));
        return;
      case 'settle':
        if (!(await store.find(task.id))) return;
        return accounts.settle([
          {
            account_id: account.id,
            task_id: task.id,
            reserved: reservedFor.get(task.id) ?? 0,
            extensions: 3,
            charged: units,
          },
        ]);
      case 'release':
        if (!(await store.find(task.id)))
          await accounts.release(account.id, task.id, reservedFor.get(task.id) ?? 0);
        return;
      case 'credit':
        if (await accounts.credit(account.id, units)) credited += units;
        return;
      case 'repair':
        await accounts.repair(new Date(process(by).now().getTime() + 1_000));
        return;
      case 'drain':
        await accounts.ledger(account.id, { limit: 1, offset: 0 });
    }
  };
  for (const group of commands) {
    await Promise.allSettled(group.map(perform));
    crashes.forEach((each) => each.arm(Infinity));
    await expectSums(account.id, opening + credited);
  }
  await process(0).accounts.repair(new Date(process(0).now().getTime() + 1_000));
  await expectSums(account.id, opening + credited);
  await expectLedger(account.id);
}

/** A task that has ended before it is stored, with its settlement. */
function endedTask(
  task: Task,
  { reserved, charged }: { reserved: number; charged: number },
): Parameters<Stores['creations']['create']> {
  const cost = { ...task.cost, reserved, charged, settled: true };
  const settlement = { account_id: task.account_id, task_id: task.id, reserved, extensions: 0, charged };
  return [
    { ...task, status: 'completed', completed_at: task.created_at, cost },
    { unfinishedMax: null, settlement },
  ];
}

function process(index: 0 | 1): Stores {
  const stores = processes[index];
  if (!stores) throw new Error('not connected');
  return stores;
}

async function expectSums(id: string, constant: number): Promise<void> {
  const account = await process(1).accounts.find(id);
  expect((account?.balance ?? 0) + (account?.reserved ?? 0) + (account?.charged ?? 0)).toBe(constant);
}

/** Every movement is in the ledger once, their sums equal the account, and each task was ended at most once. */
async function expectLedger(id: string): Promise<void> {
  const account = await process(1).accounts.find(id);
  const { items, total } = await process(1).accounts.ledger(id, { limit: 1_000, offset: 0 });
  expect(new Set(items.map((entry) => entry.id)).size).toBe(total);
  for (const field of ['balance', 'reserved', 'charged'] as const) {
    expect(items.reduce((sum, entry) => sum + entry[field], 0)).toBe(account?.[field]);
  }
  const reserved = items.filter(({ kind }) => kind === 'reserve');
  const grants = items.filter(({ kind }) => kind === 'opening' || kind === 'credit').length;
  const stored = await process(1).tasks.revisions(reserved.flatMap(({ task_id }) => task_id ?? []));
  for (const { task_id } of reserved) {
    const isOver = items.some((entry) => entry.task_id === task_id && entry.kind !== 'reserve');
    // No reservation stays open for a task that does not exist or has ended.
    expect(isOver || stored.has(task_id ?? '')).toBe(true);
    const own = items.filter((entry) => entry.task_id === task_id);
    if (isOver) expect(own.reduce((sum, entry) => sum + entry.reserved, 0)).toBe(0);
  }
  // A task may have several reservations; it counts once.
  const begun = new Set(reserved.map(({ task_id }) => task_id)).size;
  const revoked = items.filter(({ id: entry }) => entry.endsWith(':revoke')).length;
  const open = begun - (total - reserved.length - grants - revoked);
  const full = await process(1).accounts.reserve(id, randomUUID(), reservationRequest(1e9, open));
  if (open > 0) expect(full).toBe('too_many_tasks');
  expect(await process(1).accounts.reserve(id, randomUUID(), reservationRequest(1e9, open + 1))).toBe(
    'unaffordable',
  );
}

test('no interleaving and no crash between two writes changes the total of an account, and the ledger accounts for it', async () => {
  const groups = fc.array(fc.array(command, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 });
  await fc.assert(fc.asyncProperty(groups, fc.integer({ min: 0, max: 200 }), run), {
    numRuns: 40,
    endOnFailure: true,
  });
});
