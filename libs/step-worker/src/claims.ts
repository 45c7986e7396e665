import type { StepClaimedSignal, StepRun } from '@medley/contracts';
import type { AttemptClock, Timed } from './attempt-clock';
import { keyOf } from './attempt-key';
import { Grant } from './grant';
import type { HeartbeatSender } from './heartbeat';

/** A question without an answer, or with the answer to wait, is asked again after this long. */
const ASK_AGAIN_MS = 1_000;

/** What is done with an attempt that was asked about. */
type Decision = 'run' | 'drop';

/** Asks the orchestrator whether attempts may start, which may run or have ended elsewhere. */
export class Claims {
  readonly #questions = new Map<string, Question>();

  constructor(private readonly dependencies: HeartbeatSender & { clock: AttemptClock }) {}

  /**
   * Resolves when the orchestrator has answered, however long that takes. `redelivered`: another worker may have begun the
   * attempt.
   */
  ask(run: StepRun, redelivered: boolean): Promise<Decision> {
    const known = this.#questions.get(keyOf(run));
    if (known) return known.decision;
    const question = new Question(run, () => this.#publish(run, redelivered));
    this.#questions.set(keyOf(run), question);
    this.dependencies.clock.add(question);
    question.publish();
    return question.decision;
  }

  /** Keeps a granted attempt, which has no slot yet, until `release`. */
  hold(run: StepRun): Grant {
    return new Grant(run, this.dependencies);
  }

  answer(claimed: StepClaimedSignal): void {
    const question = this.#questions.get(keyOf(claimed));
    if (!question || claimed.answer === 'wait') return;
    this.#remove(question);
    question.settle(claimed.answer);
  }

  /** Answers the questions about these attempts with `drop`. */
  drop(isMeant: (run: StepRun) => boolean): void {
    for (const question of this.#questions.values()) {
      if (!isMeant(question.run)) continue;
      this.#remove(question);
      question.settle('drop');
    }
  }

  /** Ends all questions with an error. */
  failWaiting(reason: Error): void {
    for (const question of this.#questions.values()) {
      this.#remove(question);
      question.fail(reason);
    }
  }

  #remove(question: Question): void {
    this.#questions.delete(keyOf(question.run));
    this.dependencies.clock.remove(question);
  }

  #publish({ task_id, step_id, attempt }: StepRun, redelivered: boolean): void {
    const { broker, instance: worker } = this.dependencies;
    const claim = { task_id, step_id, attempt, worker, ...(redelivered && { redelivered }) };
    broker.publish('step.claim', claim).catch(() => undefined);
  }
}

class Question implements Timed {
  dueAt = performance.now() + ASK_AGAIN_MS;
  settle: (decision: Decision) => void = () => undefined;
  fail: (reason: Error) => void = () => undefined;
  readonly decision = new Promise<Decision>((resolve, reject) => {
    this.settle = resolve;
    this.fail = reject;
  });

  constructor(
    readonly run: StepRun,
    readonly publish: () => void,
  ) {}

  onDue(): void {
    this.dueAt = performance.now() + ASK_AGAIN_MS;
    this.publish();
  }
}
