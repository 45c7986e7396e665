import type { Broker } from '@medley/broker';
import { signalTopics, type StepRun } from '@medley/contracts';
import { AnswerWordsSignal, type AnswerWords } from './answer-words';
import { ProgressSignal } from './progress-signal';

/** What an attempt tells those who follow its task, while it runs: its progress, and its words if they may be known. */
export class AttemptSignals {
  #progress: ProgressSignal | null = null;
  #words: AnswerWordsSignal | null = null;
  #isClosed = false;

  constructor(
    private readonly run: StepRun,
    private readonly broker: Broker,
    private readonly wake: (at: number) => void,
  ) {}

  /** When `onDue` is to be called next. */
  get dueAt(): number {
    return Math.min(this.#progress?.dueAt ?? Infinity, this.#words?.dueAt ?? Infinity);
  }

  /** 0..1; null when it is unknown. */
  get progress(): number | null {
    return this.#progress?.value ?? null;
  }

  onDue(now: number): void {
    if (this.#progress && this.#progress.dueAt <= now) this.#progress.onDue();
    if (this.#words && this.#words.dueAt <= now) this.#words.onDue();
  }

  raiseProgress(fraction: number): void {
    if (this.#isClosed || !Number.isFinite(fraction)) return;
    const { task_id, step_id, attempt } = this.run;
    this.#progress ??= new ProgressSignal((progress) => {
      const topic = signalTopics.taskEvent(task_id, 'step.progress');
      this.broker.signal('step.progress', topic, { task_id, step_id, attempt, progress });
    });
    this.#progress.raise(fraction);
    this.wake(this.#progress.dueAt);
  }

  /** Null when nobody may see the text before the end of the step. */
  words(): AnswerWords | null {
    const { task_id, step_id, attempt, passes_on_words: passesOn } = this.run;
    if (passesOn !== true) return null;
    const words = (this.#words ??= new AnswerWordsSignal((delta) => {
      const topic = signalTopics.taskEvent(task_id, 'step.delta');
      this.broker.signal('step.delta', topic, { task_id, step_id, attempt, ...delta });
    }, this.wake));
    const whileOpen = (act: () => void): void => {
      if (!this.#isClosed) act();
    };
    return { begin: () => whileOpen(() => words.begin()), add: (text) => whileOpen(() => words.add(text)) };
  }

  /** Sends the last words; of an attempt that failed they do not matter. */
  close(hasSucceeded: boolean): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (hasSucceeded) this.#words?.end();
    else this.#words?.begin();
  }
}
