import { setTimeout as pause } from 'node:timers/promises';
import type { PublicTask } from '@medley/task-view';
import { type Received, type Receiver, startReceiver } from '../network/webhook-receiver';
import { until } from '../until';
import type { Api } from './api';
import { findFaults } from './find-faults';
import type { SeparateServices } from './separate-services';

/** One response in ten is an error, so that attempts repeat. */
const ERRORS = 0.1;
const REFUSED_PAUSE_MS = 50;
const SETTLED_MS = 120_000;

export interface LoadOptions {
  system: SeparateServices;
  /** Callers that each create a task, wait for its webhook and begin again. */
  lanes: number;
  /** The body of the `n`-th task (from 0), without `webhook_url`; default: two steps that depersonalize a short text. */
  bodyOf?(n: number): object;
  /** Names in small letters; asked for with each task, and a webhook without them is a fault. */
  webhookHeaders?: Readonly<Record<string, string>>;
}

/** What a load of tasks has seen; times in milliseconds. */
export interface LoadFindings {
  accepted: number;
  /** Creations that were answered with an error or not at all; such a task may exist all the same. */
  refused: number;
  /** Webhooks of a task after one that was answered with 200. */
  repeatedWebhooks: number;
  /** From the creation to the first webhook. */
  medianMs: number;
  slowestMs: number;
  /** The longest time in which no task ended. */
  longestPauseMs: number;
  /** Each is a promise that was broken: a task that did not end once, a webhook, the balance. */
  faults: string[];
}

/** Tasks that are created and waited for at all gateways, until they are checked. */
export class TaskLoad {
  readonly #options: LoadOptions;
  readonly #receiver: Receiver;
  readonly #accepted = new Map<string, number>();
  readonly #ended = new Map<string, number>();
  readonly #delivered = new Set<string>();
  readonly #lanes: Promise<void>[];
  #isStopping = false;
  #refused = 0;
  #repeated = 0;
  #incomplete = 0;

  /** Begins at once. */
  static async start(options: LoadOptions): Promise<TaskLoad> {
    const seen: { load?: TaskLoad } = {};
    const receiver = await startReceiver((request, response) => {
      const isRefused = Math.random() < ERRORS;
      seen.load?.receive(request, isRefused);
      response.writeHead(isRefused ? 500 : 200).end();
    });
    const load = new TaskLoad(options, receiver);
    seen.load = load;
    return load;
  }

  private constructor(options: LoadOptions, receiver: Receiver) {
    this.#options = options;
    this.#receiver = receiver;
    this.#lanes = Array.from({ length: options.lanes }, () => this.#runLane());
  }

  get ended(): number {
    return this.#ended.size;
  }

  get refused(): number {
    return this.#refused;
  }

  /** Resolves when `count` more tasks have ended. */
  async untilMoreEnded(count: number): Promise<void> {
    const aim = this.ended + count;
    await until(() => this.ended >= aim, { timeoutMs: SETTLED_MS });
  }

  /** Creates no further task, waits until everything has ended and looks at every task, webhook and the balance. */
  async finish(initialBalance: number): Promise<LoadFindings> {
    this.#isStopping = true;
    await Promise.all(this.#lanes);
    const faults = await findFaults({
      system: this.#options.system,
      ids: [...this.#accepted.keys()],
      received: this.#receiver.received,
      initialBalance,
      settledMs: SETTLED_MS,
    });
    await this.#receiver.stop();
    const times = [...this.#ended]
      .map(([id, at]) => at - (this.#accepted.get(id) ?? at))
      .sort((a, b) => a - b);
    const ends = [...this.#ended.values()].sort((a, b) => a - b);
    return {
      accepted: this.#accepted.size,
      refused: this.#refused,
      repeatedWebhooks: this.#repeated,
      medianMs: Math.round(times[Math.floor(times.length / 2)] ?? 0),
      slowestMs: Math.round(times.at(-1) ?? 0),
      longestPauseMs: Math.round(Math.max(0, ...ends.slice(1).map((at, index) => at - (ends[index] ?? at)))),
      faults: [...faults, ...(this.#incomplete > 0 ? [`${this.#incomplete} webhooks lack headers`] : [])],
    };
  }

  receive({ body, headers }: Received, isRefused: boolean): void {
    const wanted = Object.entries(this.#options.webhookHeaders ?? {});
    if (!wanted.every(([name, value]) => headers[name] === value)) this.#incomplete += 1;
    const { task } = JSON.parse(body) as { task: { id: string } };
    if (!this.#ended.has(task.id)) this.#ended.set(task.id, performance.now());
    if (this.#delivered.has(task.id)) this.#repeated += 1;
    if (!isRefused) this.#delivered.add(task.id);
  }

  async #runLane(): Promise<void> {
    while (!this.#isStopping) {
      const id = await this.#create();
      if (id === null) continue;
      this.#accepted.set(id, performance.now());
      await until(() => this.#ended.has(id), { timeoutMs: SETTLED_MS }).catch(() => undefined);
    }
  }

  /** Null when no gateway accepted the task; it may have been stored all the same. */
  async #create(): Promise<string | null> {
    const { system, bodyOf = defaultBody, webhookHeaders: webhook_headers } = this.#options;
    const hook = { webhook_url: `${this.#receiver.url}/hook`, ...(webhook_headers && { webhook_headers }) };
    const body = { ...bodyOf(this.#accepted.size), ...hook };
    const answer = await oneOf(system.apis)
      .call('POST', '/tasks', body)
      .catch(() => null);
    if (answer?.status === 201) return (answer.body.data as PublicTask).id;
    this.#refused += 1;
    await pause(REFUSED_PAUSE_MS);
    return null;
  }
}

function defaultBody(): object {
  return {
    input: 'Иван Петров, +7 916 123-45-67',
    steps: [{ name: 'depersonalize' }, { id: 'again', name: 'depersonalize' }],
  };
}

function oneOf(apis: readonly Api[]): Api {
  const api = apis[Math.floor(Math.random() * apis.length)];
  if (!api) throw new Error('there is no gateway');
  return api;
}
