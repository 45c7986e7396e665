import fc from 'fast-check';
import {
  newTask,
  priceToReserve,
  stepCatalogue,
  stepKinds,
  type ResolvedStep,
  type StepKind,
  type StepSuccess,
  type Task,
} from '@medley/contracts';
import { decide, type Decision, type Rules, type TaskTrigger } from '@medley/state-machine';

const START = new Date('2026-01-01T00:00:00.000Z');
const empty = { idle: new Set(stepKinds), claimedUntil: new Map<StepKind, Date>() };

export const rules: Rules = {
  prices: Object.fromEntries(stepKinds.map((kind) => [kind, stepCatalogue[kind].price])) as Rules['prices'],
  attemptsMax: 3,
  retryDelaysMs: [2_000, 10_000],
  jitter: () => 0,
  claimTimeoutMs: 5_000,
  heartbeatTimeoutMs: 60_000,
  keepUndeliveredMs: 3_600_000,
  newId: () => 'delivery',
};

/** Random step graphs without cycles: a step depends on some of those before it. */
export const graphs = fc
  .array(fc.array(fc.nat(), { maxLength: 3 }), { minLength: 1, maxLength: 8 })
  .map((rows): ResolvedStep[] =>
    rows.map((parents, index) => ({
      id: `s${index}`,
      name: 'depersonalize',
      depends_on: index === 0 ? [] : [...new Set(parents.map((parent) => `s${parent % index}`))],
      options: {},
    })),
  );

/** One random action on a task; `pick` selects one of the messages in flight. */
export const acts = fc.oneof(
  fc.record({ do: fc.constant('succeed' as const), pick: fc.nat(), characters: fc.nat(20_000) }),
  fc.record({
    do: fc.constant('succeed-unit' as const),
    pick: fc.nat(),
    steps: fc.array(fc.nat(7), { maxLength: 5 }),
  }),
  fc.record({ do: fc.constant('claim' as const), pick: fc.nat(), worker: fc.constantFrom('w1', 'w2') }),
  fc.record({ do: fc.constant('fail' as const), pick: fc.nat(), retryable: fc.boolean() }),
  fc.record({ do: fc.constant('heartbeat' as const), pick: fc.nat() }),
  fc.record({ do: fc.constant('lose' as const), pick: fc.nat() }),
  fc.record({ do: fc.constant('dead-letter' as const), pick: fc.nat() }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 90 }) }),
  fc.record({ do: fc.constant('submit' as const) }),
  fc.record({ do: fc.constant('cancel' as const) }),
  fc.record({ do: fc.constant('extend' as const), pick: fc.nat(), isReplied: fc.boolean() }),
);
export type Act = typeof acts extends fc.Arbitrary<infer A> ? A : never;

/** Simulates one task: its document, its account, a broker that loses and repeats messages, and the time. */
export class TaskSimulation {
  task: Task;
  now = START;
  /** The orchestrator may not have heard heartbeats before. */
  heardSince: Date | undefined;
  readonly sent: { step_id: string; attempt: number }[] = [];
  readonly ends: Decision[] = [];
  /** Requested extensions by their number; the account grants each once, however often it is requested. */
  readonly requested = new Map<number, number>();
  readonly granted = new Map<number, number>();
  readonly reservedFirst: number;

  constructor(
    steps: readonly ResolvedStep[],
    public balance = Infinity,
    outputs: string[] | null = null,
  ) {
    this.reservedFirst = priceToReserve(rules.prices, steps, 1);
    this.task = newTask(
      {
        id: 'task',
        account_id: 'account',
        input: {
          url: null, text: 'x', filename: null, language_in: 'ru', language_out: 'ru',
          prompt: null, template: null, response_schema: null,
        },
        steps,
        outputs,
        metadata: [],
        webhook_url: 'https://example.com/hook',
        ttl: 4,
        reserved: this.reservedFirst,
      },
      START,
    ); // prettier-ignore
  }

  apply(trigger: TaskTrigger): Decision | null {
    const decision = decide(this.task, trigger, { now: this.now, rules, heardSince: this.heardSince });
    if (!decision) return null;
    for (const id of decision.run) {
      const step = decision.task.steps.find((one) => one.id === id);
      this.sent.push({ step_id: id, attempt: step?.attempt ?? 0 });
    }
    if (decision.reserve) {
      const { wanted, extensions } = decision.task.cost;
      this.requested.set(extensions.length + 1, wanted ?? 0);
    }
    if (decision.ended) this.ends.push(decision);
    this.task = decision.task;
    return decision;
  }

  act(act: Act): void {
    if (act.do === 'extend') return this.extend(act);
    const message = 'pick' in act ? this.sent[act.pick % Math.max(this.sent.length, 1)] : undefined;
    if (act.do === 'wait') {
      this.now = new Date(this.now.getTime() + act.seconds * 1_000);
      this.apply({ type: 'timer-fired', queues: empty });
    } else if (act.do === 'submit') this.apply({ type: 'submitted' });
    else if (act.do === 'cancel') {
      this.task = { ...this.task, cancel_requested_at: this.now };
      this.apply({ type: 'requested' });
    } else if (message) this.actOn(act, message);
  }

  /** The account replies to a requested extension; `isReplied` false: a crash loses the reply. */
  extend({ pick, isReplied }: { pick: number; isReplied: boolean }): void {
    const [index, units] = [...this.requested][pick % Math.max(this.requested.size, 1)] ?? [];
    if (index === undefined || units === undefined) return;
    if (!this.granted.has(index) && units <= this.balance && this.task.status === 'pending') {
      this.granted.set(index, units);
      this.balance -= units;
    }
    if (isReplied) this.apply({ type: 'reserved', index, granted: this.granted.has(index) });
  }

  actOn(act: Act, message: { step_id: string; attempt: number }): void {
    const report = { task_id: 'task', ...message, elapsed_ms: 10 };
    if (act.do === 'lose') this.sent.splice(this.sent.indexOf(message), 1);
    if (act.do === 'heartbeat') this.apply({ type: 'heartbeat', report: { ...report, progress: 0.5 } });
    if (act.do === 'dead-letter') this.apply({ type: 'dead-lettered', ...message, reason: 'delivery_limit' });
    if (act.do === 'succeed')
      this.apply({
        type: 'finished',
        report: { ...report, ...this.success(message.step_id, act.characters) },
      });
    if (act.do === 'claim')
      this.apply({ type: 'claimed', claim: { task_id: 'task', ...message, worker: act.worker } });
    if (act.do === 'succeed-unit') {
      const following = act.steps.map((index) => ({
        ...{ step_id: `s${index}`, attempt: 1, elapsed_ms: 10 },
        ...this.success(`s${index}`, 1),
      }));
      const unit = { ...report, ...this.success(message.step_id, 1), following };
      this.apply({ type: 'finished', report: unit });
    }
    if (act.do === 'fail') {
      const error = { code: 'STEP_CRASHED', message: 'no', retryable: act.retryable };
      this.apply({ type: 'finished', report: { ...report, outcome: 'failed', error } });
    }
  }

  /** Run to the end without losses: every message is handled, and the timer fires at `wake_at`. */
  runToEnd(): void {
    for (let round = 0; round < 200 && this.task.status === 'pending'; round += 1) {
      this.apply({ type: 'submitted' });
      for (const message of this.sent.splice(0))
        this.actOn({ do: 'succeed', pick: 0, characters: 1 }, message);
      for (const pick of this.requested.keys()) this.extend({ pick: pick - 1, isReplied: true });
      const wake = this.task.wake_at?.getTime() ?? 0;
      this.now = new Date(Math.max(this.now.getTime() + 1, wake));
      this.apply({ type: 'timer-fired', queues: empty });
    }
  }

  /** A successful result with this many characters of text; its usage is the length of the parents' texts. */
  success(stepId: string, characters: number): StepSuccess {
    const step = this.task.steps.find(({ id }) => id === stepId);
    const parents = (step?.depends_on ?? []).map((id) => this.task.steps.find((one) => one.id === id));
    const texts = parents.map((parent) =>
      parent?.text && 'inline' in parent.text ? parent.text.inline : '',
    );
    return {
      outcome: 'completed',
      output: { inline: '{"text":"y"}' },
      text: { inline: 'y'.repeat(characters) },
      media: null,
      mapping: null,
      usage: { characters: parents.length === 0 ? 1 : texts.join('\n\n').length },
    };
  }
}
