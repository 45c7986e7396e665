import { setTimeout as pause } from 'node:timers/promises';
import type { Task } from '@medley/contracts';
import { messageOf, type Logger } from '@medley/kit';
import type { AccountEvent, AccountEventPosition, Stores } from '@medley/store';
import type { TaskView } from '@medley/task-view';
import { toAccountEventId } from './account-event-id';
import { eventData } from './render-event';
import type { SseWriter } from './sse-writer';
import type { StreamLimits } from './stream-limits';

export interface AccountStreamDependencies {
  stores: Pick<Stores, 'tasks' | 'now'>;
  taskView: TaskView;
  logger: Logger;
  limits: StreamLimits;
}

export interface AccountStreamRequest {
  accountId: string;
  /** Null: from now on. */
  resumeFrom: AccountEventPosition | null;
  types: readonly AccountEvent['type'][];
}

/** A task id before every other one. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Sends the events of all tasks of an account to one client, in the order of their times, until `closed` is aborted. */
export class AccountStream {
  /** Where the stream began; nothing before it is sent. */
  readonly #begin: AccountEventPosition;
  /** The last position that was sent as an id. */
  #newest: AccountEventPosition;
  /** Sent events by their ids, as far back as events may be stored late. */
  readonly #sent = new Map<string, Date>();
  /** The task of the last event: its next one often follows. */
  #task: Task | null = null;

  constructor(
    private readonly deps: AccountStreamDependencies,
    private readonly request: AccountStreamRequest,
    private readonly writer: SseWriter,
  ) {
    const { stores, limits } = deps;
    const now = stores.now();
    const earliest = before(now, limits.accountResumeMs);
    const { resumeFrom } = request;
    if (!resumeFrom) this.#begin = before(now, 0);
    else this.#begin = resumeFrom.at < earliest.at ? earliest : resumeFrom;
    this.#newest = this.#begin;
  }

  /** Polls the database: so it is independent of the broker, and a failed poll is repeated. */
  async run(closed: AbortSignal): Promise<void> {
    const { limits, logger } = this.deps;
    while (!closed.aborted) {
      try {
        await this.#sendNew(closed);
      } catch (error) {
        logger.warn('the event stream of an account could not be updated', { error: messageOf(error) });
      }
      await pause(limits.accountPollMs, undefined, { signal: closed }).catch(() => undefined);
    }
  }

  /** Reads from a little before the newest event on: another one may have been stored after it with an earlier time. */
  async #sendNew(closed: AbortSignal): Promise<void> {
    const { stores, limits } = this.deps;
    const { accountId, types } = this.request;
    // A later event must not overtake one that is stored a moment after its time.
    const until = new Date(stores.now().getTime() - limits.accountSettleMs);
    const late = before(this.#newest.at, limits.accountLateMs);
    let after = isLater(late, this.#begin) ? late : this.#begin;
    this.#forget(late.at);
    for (let isFull = true; isFull && !closed.aborted;) {
      const query = { account_id: accountId, after, until, types, limit: limits.accountPageMax };
      const events = await stores.tasks.accountEvents(query);
      for (const event of events) {
        after = event;
        if (this.#sent.has(toAccountEventId(event))) continue;
        await this.writer.drained();
        if (closed.aborted) return;
        await this.#send(event);
      }
      isFull = events.length >= limits.accountPageMax;
    }
    // Without a new event the next poll need not go back further either.
    const passed = before(until, 0);
    if (isLater(passed, this.#newest)) this.#newest = passed;
  }

  #forget(earlierThan: Date): void {
    for (const [id, at] of this.#sent) if (at < earlierThan) this.#sent.delete(id);
  }

  async #send(event: AccountEvent): Promise<void> {
    const { stores, taskView } = this.deps;
    const { task_id, type } = event;
    // At the end the task is read anew, with its outputs.
    const isKnown = this.#task?.id === task_id && type.startsWith('step.');
    this.#task = isKnown ? this.#task : await stores.tasks.find(task_id);
    if (!this.#task) return;
    const data =
      type === 'task.created'
        ? createdData(this.#task)
        : await eventData(taskView, { task: this.#task, event: { ...event, type }, now: stores.now() });
    this.#sent.set(toAccountEventId(event), event.at);
    // One that came late has the id of the newest, so that a resume after it repeats nothing.
    if (isLater(event, this.#newest)) this.#newest = event;
    this.writer.send({ event: type, id: toAccountEventId(this.#newest), data });
  }
}

/** The position before every event of a moment. */
function before(at: Date, ms: number): AccountEventPosition {
  return { at: new Date(at.getTime() - ms), task_id: FIRST_ID, seq: 0 };
}

function isLater(one: AccountEventPosition, other: AccountEventPosition): boolean {
  if (one.at.getTime() !== other.at.getTime()) return one.at > other.at;
  return one.task_id === other.task_id ? one.seq > other.seq : one.task_id > other.task_id;
}

/** `data:` of `task.created`. */
function createdData({ id, created_at, webhook_url, metadata, steps }: Task): object {
  return {
    task_id: id,
    timestamp: created_at.toISOString(),
    status: 'pending',
    progress: 0,
    steps: steps.map((step) => ({ id: step.id, name: step.name, depends_on: step.depends_on })),
    webhook_url,
    metadata: metadata ?? [],
  };
}
