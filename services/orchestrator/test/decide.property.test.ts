import fc from 'fast-check';
import {
  newTask,
  stepCatalogue,
  stepKinds,
  type ResolvedStep,
  type StepKind,
  type Task,
} from '@medley/contracts';
import { decide, type Decision, type Rules, type TaskHappening } from '@medley/orchestrator';

const START = new Date('2026-01-01T00:00:00.000Z');
const empty = { idle: new Set(stepKinds), takenUntil: new Map<StepKind, Date>() };

const rules: Rules = {
  prices: Object.fromEntries(stepKinds.map((kind) => [kind, stepCatalogue[kind].price])) as Rules['prices'],
  attemptsMax: 3,
  retryDelaysMs: [2_000, 10_000],
  jitter: () => 0,
  firstLookMs: 5_000,
  silenceMs: 60_000,
  keepUndeliveredMs: 3_600_000,
  newId: () => 'delivery',
};

/** Random step graphs without cycles: a step depends on some of those before it. */
const graphs = fc
  .array(fc.array(fc.nat(), { maxLength: 3 }), { minLength: 1, maxLength: 8 })
  .map((rows): ResolvedStep[] =>
    rows.map((parents, index) => ({
      id: `s${index}`,
      name: 'depersonalize',
      depends_on: index === 0 ? [] : [...new Set(parents.map((parent) => `s${parent % index}`))],
      options: {},
    })),
  );

/** One thing the world does to a task; numbers pick among what is on its way. */
const acts = fc.oneof(
  fc.record({ do: fc.constant('succeed' as const), pick: fc.nat() }),
  fc.record({ do: fc.constant('fail' as const), pick: fc.nat(), retryable: fc.boolean() }),
  fc.record({ do: fc.constant('beat' as const), pick: fc.nat() }),
  fc.record({ do: fc.constant('lose' as const), pick: fc.nat() }),
  fc.record({ do: fc.constant('bury' as const), pick: fc.nat() }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 90 }) }),
  fc.record({ do: fc.constant('submit' as const) }),
  fc.record({ do: fc.constant('cancel' as const) }),
);
type Act = typeof acts extends fc.Arbitrary<infer A> ? A : never;

/** A world around one task: a database row, a broker that loses and repeats, a clock. */
class World {
  task: Task;
  now = START;
  readonly sent: { step_id: string; attempt: number }[] = [];
  readonly ends: Decision[] = [];

  constructor(steps: readonly ResolvedStep[]) {
    this.task = newTask(
      {
        id: 'task',
        account_id: 'account',
        input: { url: null, text: 'x', filename: null, language_in: 'ru', language_out: 'ru', prompt: null, template: null, response_schema: null },
        steps,
        metadata: [],
        webhook_url: 'https://example.com/hook',
        ttl: 4,
        reserved: 100,
      },
      START,
    ); // prettier-ignore
  }

  happen(happening: TaskHappening): Decision | null {
    const decision = decide(this.task, happening, { now: this.now, rules });
    if (!decision) return null;
    for (const id of decision.run) {
      const step = decision.task.steps.find((one) => one.id === id);
      this.sent.push({ step_id: id, attempt: step?.attempt ?? 0 });
    }
    if (decision.ended) this.ends.push(decision);
    this.task = decision.task;
    return decision;
  }

  act(act: Act): void {
    const message = 'pick' in act ? this.sent[act.pick % Math.max(this.sent.length, 1)] : undefined;
    if (act.do === 'wait') {
      this.now = new Date(this.now.getTime() + act.seconds * 1_000);
      this.happen({ type: 'looked', queues: empty });
    } else if (act.do === 'submit') this.happen({ type: 'submitted' });
    else if (act.do === 'cancel') {
      this.task = { ...this.task, cancel_requested_at: this.now };
      this.happen({ type: 'requested' });
    } else if (message) this.actOn(act, message);
  }

  actOn(act: Act, message: { step_id: string; attempt: number }): void {
    const report = { task_id: 'task', ...message, elapsed_ms: 10 };
    if (act.do === 'lose') this.sent.splice(this.sent.indexOf(message), 1);
    if (act.do === 'beat') this.happen({ type: 'alive', report: { ...report, progress: 0.5 } });
    if (act.do === 'bury') this.happen({ type: 'buried', ...message, reason: 'delivery_limit' });
    if (act.do === 'succeed') this.happen({ type: 'finished', report: { ...report, ...success } });
    if (act.do === 'fail') {
      const error = { code: 'STEP_CRASHED', message: 'no', retryable: act.retryable };
      this.happen({ type: 'finished', report: { ...report, outcome: 'failed', error } });
    }
  }

  /** From now on nothing is lost: every message is worked off, and the clock comes when it said it would. */
  heal(): void {
    for (let round = 0; round < 200 && this.task.status === 'pending'; round += 1) {
      this.happen({ type: 'submitted' });
      for (const message of this.sent.splice(0)) this.actOn({ do: 'succeed', pick: 0 }, message);
      const wake = this.task.wake_at?.getTime() ?? 0;
      this.now = new Date(Math.max(this.now.getTime() + 1, wake));
      this.happen({ type: 'looked', queues: empty });
    }
  }
}

const success = {
  outcome: 'completed' as const,
  output: { inline: '{"text":"y"}' },
  text: { inline: 'y' },
  media: null,
  mapping: null,
  usage: { characters: 1 },
};

describe('decide, whatever happens in whatever order', () => {
  const histories = fc.tuple(graphs, fc.array(acts, { maxLength: 60 }));

  it('brings every task to exactly one end once the world heals', () => {
    fc.assert(
      fc.property(histories, ([steps, history]) => {
        const world = new World(steps);
        world.happen({ type: 'submitted' });
        history.forEach((act) => world.act(act));
        world.heal();
        expect(world.task.status).not.toBe('pending');
        expect(world.ends).toHaveLength(1);
        expect(world.task.delivery?.event).toBe(`task.${world.task.status}`);
        expect(world.task.completed_at).not.toBeNull();
      }),
      { numRuns: 300 },
    );
  });

  it('changes nothing of an ended task but what the clock does', () => {
    fc.assert(
      fc.property(histories, fc.array(acts, { maxLength: 20 }), ([steps, history], later) => {
        const world = new World(steps);
        world.happen({ type: 'submitted' });
        history.forEach((act) => world.act(act));
        world.heal();
        const { status, completed_at, steps: ended, error } = world.task;
        later.filter((act) => act.do !== 'wait' && act.do !== 'cancel').forEach((act) => world.act(act));
        expect(world.task).toMatchObject({ status, completed_at, steps: ended, error });
      }),
    );
  });

  it('runs a step only when all it depends on is completed, and accepts one result of it', () => {
    fc.assert(
      fc.property(histories, ([steps, history]) => {
        const world = new World(steps);
        world.happen({ type: 'submitted' });
        for (const act of history) {
          world.act(act);
          const status = new Map(world.task.steps.map((step) => [step.id, step.status]));
          for (const step of world.task.steps) {
            if (step.status === 'waiting' || step.status === 'skipped') continue;
            expect(step.depends_on.map((parent) => status.get(parent))).toEqual(
              step.depends_on.map(() => 'completed'),
            );
          }
        }
        const completions = world.task.events
          .filter((event) => event.type === 'step.completed')
          .map((event) => event.step_id);
        expect(new Set(completions).size).toBe(completions.length);
      }),
    );
  });

  it('numbers the events of a task 1, 2, 3 … and never tries a step more than three times', () => {
    fc.assert(
      fc.property(histories, ([steps, history]) => {
        const world = new World(steps);
        world.happen({ type: 'submitted' });
        history.forEach((act) => world.act(act));
        world.heal();
        expect(world.task.events.map((event) => event.seq)).toEqual(
          world.task.events.map((_, index) => index + 1),
        );
        for (const step of world.task.steps) expect(step.attempt).toBeLessThanOrEqual(3);
      }),
    );
  });

  it('charges each step that finished its price, however the task ends, and no other', () => {
    fc.assert(
      fc.property(histories, ([steps, history]) => {
        const world = new World(steps);
        world.happen({ type: 'submitted' });
        history.forEach((act) => world.act(act));
        world.heal();
        const price = rules.prices.depersonalize;
        const finished = world.task.steps.filter(({ status }) => status === 'completed').length;
        const priceOfOne = price.fixed + Math.ceil(price.per_1000_characters / 1_000);
        expect(world.task.cost.charged).toBe(finished * priceOfOne);
      }),
    );
  });
});
