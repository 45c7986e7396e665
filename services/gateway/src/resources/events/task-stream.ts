import type { StepDeltaSignal, StepProgressSignal, Task, TaskEvent } from '@medley/contracts';
import type { TaskView } from '@medley/task-view';
import { EarlyWords } from './early-words';
import { toEventId, type StreamPosition } from './event-id';
import { deltaData, eventData, progressData, snapshotData } from './render-event';
import type { SseWriter } from './sse-writer';
import { streamLimits } from './stream-limits';

const PROGRESS_EVERY_MS = 500;

export interface TaskStreamDependencies {
  writer: SseWriter;
  view: TaskView;
  now: () => Date;
  load: () => Promise<Task | null>;
}

/** Sends the events of one task to one client: every stored event after the position, in order, then ends the stream. */
export class TaskStream {
  #position: StreamPosition;
  #knownRev: number;
  /** The send in progress; its failure rejects only the call that started it. */
  #sending: Promise<void> = Promise.resolve();
  #isWaiting = false;
  readonly #progressAt = new Map<string, number>();
  /** By step: the attempt whose start this client knows. */
  readonly #startedAttempts = new Map<string, number | null>();
  readonly #earlyWords = new EarlyWords(streamLimits.earlyWordsMax);

  constructor(
    private readonly deps: TaskStreamDependencies,
    private readonly task: Task,
    private readonly resumeFrom: StreamPosition | null,
  ) {
    this.#position = resumeFrom ?? { seq: newestSeq(task), transient: 0 };
    this.#knownRev = task.rev;
  }

  /** Send the snapshot, or the events after `resumeFrom`. Call it once, before `wake`. */
  async begin(): Promise<void> {
    const { writer, view, now } = this.deps;
    if (!this.resumeFrom) {
      const data = await snapshotData(view, this.task, now());
      // The final event of an ended task follows the snapshot, so its id must be greater than the snapshot's.
      if (this.task.status !== 'pending') this.#position = { seq: this.#position.seq - 1, transient: 0 };
      writer.send({ event: 'task.snapshot', id: toEventId(this.#position), data });
    }
    for (const event of this.task.events) if (event.seq <= this.#position.seq) this.#noteStart(event);
    await this.#sendEvents(this.task);
  }

  /** Whether the task has a newer revision than this stream has sent. */
  isBehind(rev: number): boolean {
    return rev > this.#knownRev;
  }

  /** Load the task and send its new events; calls while another one is waiting are coalesced. */
  wake(): Promise<void> {
    if (this.#isWaiting) return this.#sending;
    this.#isWaiting = true;
    const before = this.#sending.catch(() => undefined);
    this.#sending = before.then(async () => {
      this.#isWaiting = false;
      const task = await this.deps.load();
      if (task) await this.#sendEvents(task);
    });
    return this.#sending;
  }

  /** Send progress, which is not stored; at most twice a second for each step, and not before the start of its attempt. */
  sendProgress(signal: StepProgressSignal): void {
    if (this.#startedAttempts.get(signal.step_id) !== signal.attempt) return;
    const lastSentAt = this.#progressAt.get(signal.step_id) ?? -Infinity;
    if (performance.now() - lastSentAt < PROGRESS_EVERY_MS) return;
    this.#progressAt.set(signal.step_id, performance.now());
    this.#sendTransient('step.progress', progressData(signal, this.deps.now()));
  }

  /** Send words of a running attempt, unless the client has not read what came before. */
  sendDelta(signal: StepDeltaSignal): void {
    const { writer, now } = this.deps;
    if (this.#startedAttempts.get(signal.step_id) !== signal.attempt) this.#earlyWords.keep(signal);
    else if (writer.isDrained) this.#sendTransient('step.delta', deltaData(signal, now()));
  }

  /** Nothing that is sent here is stored or repeated. */
  #sendTransient(event: 'step.progress' | 'step.delta', data: object): void {
    this.#position = { ...this.#position, transient: this.#position.transient + 1 };
    this.deps.writer.send({ event, id: toEventId(this.#position), data });
  }

  #noteStart({ type, step_id, attempt }: TaskEvent): void {
    if (step_id === null) return;
    if (type !== 'step.started') {
      this.#startedAttempts.delete(step_id);
      return;
    }
    this.#startedAttempts.set(step_id, attempt);
    const early = this.#earlyWords.take(step_id, attempt);
    if (early) this.sendDelta(early);
  }

  async #sendEvents(task: Task): Promise<void> {
    const { writer, view, now } = this.deps;
    for (const event of task.events) {
      if (event.seq <= this.#position.seq) continue;
      await writer.drained();
      const data = await eventData(view, { task, event, now: now() });
      this.#position = { seq: event.seq, transient: 0 };
      writer.send({ event: event.type, id: toEventId(this.#position), data });
      this.#noteStart(event);
    }
    // Only after all events were sent: a failed send is retried at the next poll.
    this.#knownRev = Math.max(this.#knownRev, task.rev);
    if (task.status !== 'pending') writer.end('the task has ended');
  }
}

function newestSeq(task: Task): number {
  return task.events.at(-1)?.seq ?? 0;
}
