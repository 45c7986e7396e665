import { signalTopics, stepKinds, type StepKind, type Task, type TaskStep } from '@medley/contracts';
import { messageOf, taskLogFields } from '@medley/kit';
import { applyTrigger } from './apply-trigger';
import { takeTurns } from './domain/take-turns';
import { OpenSteps } from './open-steps';
import type { OrchestratorContext } from './orchestrator-context';
import { turnLimits } from './domain/turn-limits';
import { Lease } from './lease';
import { TurnQueues } from './turn-queues';
import type { Turns } from './turns';
import { WorkerCapacity } from './worker-capacity';

/** Steps whose signal was lost are found after this long. */
const CHECK_MS = 1_000;

interface KindState {
  queues: TurnQueues;
  /** Steps of this kind may await a turn in the database. */
  isWaiting: boolean;
  isRunning: boolean;
  /** It has been said that steps wait since they were read last. */
  isWoken: boolean;
  depth: number;
  depthAt: number;
  readAt: number;
  retry: NodeJS.Timeout | undefined;
}

/**
 * Gives turns: publishes the steps that await one, account by account, as the window of their kind has room. The waiting steps
 * and their order are in the task documents. One orchestrator at a time does this, by a lease. The turn of a short text step is
 * only its message: the report that ends the step is also the write that ends its waiting. Any other turn, and one that is given
 * again, is a guarded write. So a change of the holder can at most repeat steps that cost nothing.
 */
export class TurnScheduler implements Turns {
  readonly #capacity = new WorkerCapacity();
  readonly #open = new OpenSteps();
  readonly #kinds = new Map<StepKind, KindState>();
  readonly #running = new Set<Promise<void>>();
  #context: OrchestratorContext | null = null;
  #lease: Lease | undefined;
  #check: NodeJS.Timeout | undefined;

  async start(context: OrchestratorContext): Promise<void> {
    this.#context = context;
    this.#lease = new Lease(context.stores.leases, { name: 'turns', leaseMs: turnLimits.leaseMs });
    await this.#renewLease(context);
    await this.#capacity.listen(context.broker, (kind, accounts) => {
      this.#of(kind).queues.expect(accounts);
      this.wake(kind);
    });
    this.#scheduleCheck();
  }

  /** Live workers of a kind, ready or not. */
  countWorkers(kind: StepKind): number {
    return this.#capacity.count(kind);
  }

  async stop(): Promise<void> {
    this.#context = null;
    clearTimeout(this.#check);
    for (const { retry } of this.#kinds.values()) clearTimeout(retry);
    await Promise.all(this.#running);
    await this.#lease?.release();
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
    const ended = this.#open.removeEnded(task);
    for (const { queues } of this.#kinds.values()) queues.given.changed(task);
    const awaited = (task.turn_kinds ?? []).filter((kind) => !this.#of(kind).queues.given.has(task));
    for (const kind of awaited) {
      this.#of(kind).queues.expect([task.account_id]);
      this.#announce(kind, task.account_id);
      this.wake(kind);
    }
    for (const kind of ended) if (this.#of(kind).isWaiting) this.#run(kind);
  }

  /** Steps of this kind await a turn: the orchestrator that gives turns may be another one. */
  #announce(kind: StepKind, account: string): void {
    const state = this.#of(kind);
    const body = { kinds: [kind], accounts: [account] };
    if (!state.isWaiting && !this.#lease?.isHeld)
      this.#context?.broker.signal('turns.waiting', signalTopics.turnsWaiting, body);
    state.isWaiting = true;
  }

  sharesMessages(kind: StepKind): boolean {
    return this.#capacity.sharesMessages(kind);
  }

  /** Steps of this kind wait: give turns as long as there is room. */
  wake(kind: StepKind): void {
    const state = this.#of(kind);
    state.isWaiting = true;
    state.isWoken = true;
    this.#run(kind);
  }

  #run(kind: StepKind): void {
    const state = this.#of(kind);
    const context = this.#context;
    if (state.isRunning || !context || !this.#lease?.isHeld) return;
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
    while (this.#context && this.#lease?.isHeld) {
      await this.#readDepth(context, kind, state);
      const room = this.#room(kind);
      // Turns are given several at a time: one query and one write for all.
      if (room < Math.ceil(this.#capacity.window(kind) / 2)) return;
      // While steps are open, workers are not idle: those that begin to wait within a moment share a read.
      if (this.#open.recentCost(kind) > 0 && performance.now() - state.readAt < turnLimits.betweenReadsMs)
        return;
      Object.assign(state, { isWoken: false, readAt: performance.now() });
      const { tasks, count, isAll } = await state.queues.read(context.stores.turns, room);
      const chosen = takeTurns(tasks, state.queues.rotation, room);
      await Promise.all(chosen.map(({ task }) => this.#giveTurn(context, task, kind)));
      // Those that failed or get lost are found again by the check.
      if (chosen.length === count && (isAll || count === 0) && !state.isWoken) state.isWaiting = false;
      if (!state.isWaiting) return;
    }
  }

  async #giveTurn(context: OrchestratorContext, task: Task, kind: StepKind): Promise<void> {
    const { queues } = this.#of(kind);
    const isRepeated = queues.given.isLost(task.id);
    queues.given.add(task);
    try {
      const after = await applyTrigger(context, task, { type: 'turn', kind, isRepeated });
      if (!after || !queues.given.has(after)) queues.given.delete(task.id);
    } catch (error) {
      queues.postpone(task.id);
      context.logger.warn('a turn could not be given, it is tried again', {
        ...taskLogFields(task),
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
    if (performance.now() - state.depthAt < turnLimits.depthMs) return;
    state.depth = (await broker.depth(`steps.${kind}`)) ?? 0;
    state.depthAt = performance.now();
  }

  #retryLater(kind: StepKind, state: KindState): void {
    clearTimeout(state.retry);
    state.retry = setTimeout(() => this.#run(kind), turnLimits.betweenReadsMs);
  }

  #scheduleCheck(): void {
    this.#check = setTimeout(() => {
      const next = (): void => {
        if (this.#context) this.#scheduleCheck();
      };
      this.#open.dropOld();
      this.#runCheck().then(next, next);
    }, CHECK_MS);
  }

  async #runCheck(): Promise<void> {
    const context = this.#context;
    if (!context) return;
    await this.#renewLease(context);
    for (const kind of stepKinds) await this.#findForgotten(context, kind);
  }

  /** Without the lease, whether steps wait is known from here only. */
  async #findForgotten(context: OrchestratorContext, kind: StepKind): Promise<void> {
    const state = this.#of(kind);
    if (this.#lease?.isHeld) await this.#findLost(context, kind);
    if (!this.#lease?.isHeld || !state.isWaiting) {
      state.isWaiting = (await context.stores.turns.countAwaitingTurn(kind, 1)) > 0;
      state.queues.expect(undefined);
    }
    if (state.isWaiting) this.wake(kind);
  }

  /** Find given turns whose message seems to be lost, and forget those whose report another orchestrator has got. */
  async #findLost({ broker, stores }: OrchestratorContext, kind: StepKind): Promise<void> {
    const { given } = this.#of(kind).queues;
    const ids = given.olderThan(CHECK_MS);
    if (ids.length === 0) return;
    const isQueueEmpty = (await broker.depth(`steps.${kind}`)) === 0;
    const { givenMs, unclaimedMs } = turnLimits;
    given.compare(ids, await stores.turns.revisionsAwaiting(kind, ids), isQueueEmpty ? unclaimedMs : givenMs);
  }

  /** What a holder knows of given turns is worth nothing after another one has given some. */
  async #renewLease({ logger }: OrchestratorContext): Promise<void> {
    try {
      await this.#lease?.renew();
    } catch (error) {
      logger.warn('the lease of turns could not be renewed', { error: messageOf(error) });
    }
    if (this.#lease?.isHeld) return;
    for (const { queues } of this.#kinds.values()) queues.given.clear();
  }

  #of(kind: StepKind): KindState {
    const known = this.#kinds.get(kind);
    if (known) return known;
    const state: KindState = {
      queues: new TurnQueues(kind),
      ...{ isWaiting: false, isRunning: false, isWoken: false },
      ...{ depth: 0, depthAt: 0, readAt: 0 },
      retry: undefined,
    };
    this.#kinds.set(kind, state);
    return state;
  }
}
