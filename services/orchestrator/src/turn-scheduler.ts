import { stepKinds, type StepKind, type Task, type TaskStep } from '@medley/contracts';
import { messageOf } from '@medley/kit';
import { applyTrigger } from './apply-trigger';
import { takeTurns, type Rotation } from './domain/take-turns';
import { turnCost } from './domain/turn-cost';
import type { Stores } from '@medley/store';
import { OpenSteps } from './open-steps';
import type { OrchestratorContext } from './orchestrator-context';
import { turnLimits } from './domain/turn-limits';
import type { Turns } from './turns';
import { WorkerCapacity } from './worker-capacity';

/** A window that stays full is checked again after this long, because ends may be reported to another orchestrator. */
const RETRY_MS = 20;
/** The length of a queue is read at most this often. */
const DEPTH_MS = 20;
/** Steps whose signal was lost are found after this long. */
const CHECK_MS = 1_000;

interface KindState {
  rotation: Rotation;
  /** Steps of this kind may await a turn in the database. */
  isWaiting: boolean;
  isRunning: boolean;
  depth: number;
  depthAt: number;
  retry: NodeJS.Timeout | undefined;
  /** Accounts with waiting steps, as far as they are known, and when they were listed. */
  accounts: Set<string>;
  listedAt: number;
  /** When tasks whose turn could not be given are tried again, by id, so that they do not hold up others. */
  failed: Map<string, number>;
}

/**
 * Gives turns: publishes the steps that await one, account by account, as the window of their kind has room. The waiting steps
 * and their order are in the task documents, and a turn is a guarded write, so several orchestrators can do this at a time.
 */
export class TurnScheduler implements Turns {
  readonly #capacity = new WorkerCapacity();
  readonly #open = new OpenSteps();
  readonly #kinds = new Map<StepKind, KindState>();
  readonly #running = new Set<Promise<void>>();
  #context: OrchestratorContext | null = null;
  #check: NodeJS.Timeout | undefined;

  async start(context: OrchestratorContext): Promise<void> {
    this.#context = context;
    await this.#capacity.listen(context.broker, (kind) => this.wake(kind));
    this.#scheduleCheck();
  }

  async stop(): Promise<void> {
    this.#context = null;
    clearTimeout(this.#check);
    for (const { retry } of this.#kinds.values()) clearTimeout(retry);
    await Promise.all(this.#running);
    await this.#capacity.close();
  }

  mustAwaitTurn(kind: StepKind, account: string): boolean {
    const isCrowded = this.#of(kind).isWaiting || this.#room(kind) <= 0;
    return isCrowded && this.#open.countOf(kind, account) >= turnLimits.directMax;
  }

  published(task: Task, step: TaskStep): void {
    this.#open.add(task, step);
  }

  changed(task: Task): void {
    const kinds = new Set([...this.#open.removeEnded(task), ...(task.turn_kinds ?? [])]);
    for (const kind of task.turn_kinds ?? []) {
      this.#of(kind).isWaiting = true;
      this.#of(kind).accounts.add(task.account_id);
    }
    for (const kind of kinds) if (this.#of(kind).isWaiting) this.wake(kind);
  }

  sharesMessages(kind: StepKind): boolean {
    return this.#capacity.sharesMessages(kind);
  }

  /** Give turns for this kind as long as there is room. */
  wake(kind: StepKind): void {
    const state = this.#of(kind);
    state.isWaiting = true;
    const context = this.#context;
    if (state.isRunning || !context) return;
    state.isRunning = true;
    const work = this.#giveTurns(context, kind, state)
      .catch((error: unknown) => {
        state.isWaiting = false; // Until the check finds the waiting steps again.
        context.logger.warn('giving turns failed, it is repeated', { kind, error: messageOf(error) });
      })
      .finally(() => {
        state.isRunning = false;
        this.#running.delete(work);
        if (state.isWaiting && this.#context) this.#retryLater(kind, state);
      });
    this.#running.add(work);
  }

  async #giveTurns(context: OrchestratorContext, kind: StepKind, state: KindState): Promise<void> {
    while (this.#context) {
      await this.#readDepth(context, kind, state);
      const room = this.#room(kind);
      // Turns are given several at a time: one query and one write for all.
      if (room < Math.ceil(this.#capacity.window(kind) / 2)) return;
      const queues = await findQueues(context, kind, { state, room });
      if (queues.size === 0) {
        // Those that failed are found again by the check.
        state.isWaiting = false;
        return;
      }
      const chosen = takeTurns(queues, state.rotation, room);
      await Promise.all(chosen.map(({ task }) => this.#giveTurn(context, task, kind)));
    }
  }

  async #giveTurn(context: OrchestratorContext, task: Task, kind: StepKind): Promise<void> {
    try {
      await applyTrigger(context, task, { type: 'turn', kind });
    } catch (error) {
      this.#of(kind).failed.set(task.id, performance.now() + turnLimits.failedMs);
      context.logger.warn('a turn could not be given, it is tried again', {
        task_id: task.id,
        kind,
        error: messageOf(error),
      });
    }
  }

  #room(kind: StepKind): number {
    const queued = this.#of(kind).depth * this.#open.averageCost(kind);
    return this.#capacity.window(kind) - this.#open.recentCost(kind) - queued;
  }

  async #readDepth({ broker }: OrchestratorContext, kind: StepKind, state: KindState): Promise<void> {
    if (performance.now() - state.depthAt < DEPTH_MS) return;
    state.depth = (await broker.depth(`steps.${kind}`)) ?? 0;
    state.depthAt = performance.now();
  }

  #retryLater(kind: StepKind, state: KindState): void {
    clearTimeout(state.retry);
    state.retry = setTimeout(() => this.wake(kind), RETRY_MS);
  }

  #scheduleCheck(): void {
    this.#check = setTimeout(() => {
      this.#open.dropOld();
      this.#findForgotten().then(
        () => this.#scheduleCheck(),
        () => this.#scheduleCheck(),
      );
    }, CHECK_MS);
  }

  async #findForgotten(): Promise<void> {
    for (const kind of stepKinds) {
      const context = this.#context;
      if (!context || this.#of(kind).isWaiting) continue;
      if ((await context.stores.turns.countAwaitingTurn(kind, 1)) > 0) this.wake(kind);
    }
  }

  #of(kind: StepKind): KindState {
    const known = this.#kinds.get(kind);
    if (known) return known;
    const rotation = { last: '', deficits: new Map<string, number>() };
    const state: KindState = {
      rotation,
      isWaiting: false,
      isRunning: false,
      depth: 0,
      depthAt: 0,
      retry: undefined,
      accounts: new Set(),
      listedAt: -Infinity,
      failed: new Map(),
    };
    this.#kinds.set(kind, state);
    return state;
  }
}

interface WaitingTask {
  task: Task;
  cost: number;
}

/** The waiting tasks of the accounts whose turn is next, about `room` in all. Empty only when no step waits. */
async function findQueues(
  { stores }: OrchestratorContext,
  kind: StepKind,
  { state, room }: { state: KindState; room: number },
): Promise<Map<string, WaitingTask[]>> {
  const isListed = performance.now() - state.listedAt <= turnLimits.accountsMs;
  const known = isListed ? await readQueues(stores.turns, kind, { state, room }) : null;
  if (known && known.size > 0) return known;
  await listAccounts(stores.turns, kind, state);
  return readQueues(stores.turns, kind, { state, room });
}

async function readQueues(
  turns: Stores['turns'],
  kind: StepKind,
  { state, room }: { state: KindState; room: number },
): Promise<Map<string, WaitingTask[]>> {
  const { failed } = state;
  for (const [id, until] of failed) if (until < performance.now()) failed.delete(id);
  const accounts = [...state.accounts].slice(0, turnLimits.accountsMax);
  // Whole tasks are loaded, so that their number must not grow with accounts times room.
  const share = Math.ceil(Math.min(room, turnLimits.roundMax) / Math.max(1, accounts.length));
  const found = await Promise.all(
    accounts.map(async (account) => {
      const tasks = await turns.awaitingTurn(kind, account, share + failed.size);
      const ready = tasks.filter(({ id }) => !failed.has(id)).slice(0, share);
      return [account, ready.map((task) => ({ task, cost: turnCost(task, kind) }))] as const;
    }),
  );
  for (const [account, tasks] of found) if (tasks.length === 0) state.accounts.delete(account);
  return new Map(found.filter(([, tasks]) => tasks.length > 0));
}

/** The accounts after the one served last, then the first ones. */
async function listAccounts(turns: Stores['turns'], kind: StepKind, state: KindState): Promise<void> {
  const { last } = state.rotation;
  const next = await turns.turnAccounts(kind, last, turnLimits.accountsMax);
  const missing = turnLimits.accountsMax - next.length;
  const first = missing > 0 && last !== '' ? await turns.turnAccounts(kind, '', missing) : [];
  state.accounts = new Set([...next, ...first]);
  state.listedAt = performance.now();
}
