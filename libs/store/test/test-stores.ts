import { newTask, type Task } from '@medley/contracts';
import { createLogger, type Logger } from '@medley/kit';
import {
  connectStores,
  type Pipeline,
  type ReservationRequest,
  type StoreOptions,
  type Stores,
} from '@medley/store';
import { randomBytes, randomUUID } from 'node:crypto';
import { startTestMongo, type TestMongo } from '@medley/testing/mongo';

export const quietLogger: Logger = createLogger('test', { LOG_LEVEL: 'error', LOG_FORMAT: 'text' });
export const masterKey = randomBytes(32).toString('base64');

/** A separate database with any number of stores on it, all closed at the end. */
export class TestStores {
  #mongo: TestMongo | undefined;
  readonly #open: Stores[] = [];

  async start(): Promise<void> {
    this.#mongo = await startTestMongo();
  }

  get url(): string {
    if (!this.#mongo) throw new Error('start first');
    return this.#mongo.url;
  }

  async connect(options: Partial<StoreOptions> = {}): Promise<Stores> {
    const stores = await connectStores({ url: this.url, logger: quietLogger, masterKey, ...options });
    this.#open.push(stores);
    return stores;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#open.map((stores) => stores.close()));
    await this.#mongo?.stop();
  }
}

/** A reservation request, with an optional cap on unfinished tasks. */
export function reservationRequest(units: number, unfinishedMax: number | null = null): ReservationRequest {
  return { units, unfinishedMax };
}

/** A pipeline template; without an owner one of the system. */
export function makePipeline<T extends Partial<Pipeline>>(changes: T): Pipeline & T {
  const now = new Date();
  const base = { id: randomUUID(), account_id: null, name: 'p', description: null, outputs: null };
  const steps = [{ name: 'llm', options: { response_schema: { $ref: '#', 'a.b': { $gt: '\u0000' } } } }];
  return { ...base, steps, created_at: now, updated_at: now, ...changes };
}

/** A new task with three steps. */
export function makeTask(changes: Partial<Task> = {}, now = new Date()): Task {
  const task = newTask(
    {
      id: randomUUID(),
      account_id: randomUUID(),
      input: {
        url: null,
        text: 'Позвоните Ивану',
        filename: null,
        language_in: 'ru',
        language_out: 'ru',
        prompt: null,
        template: null,
        response_schema: null,
      },
      steps: [
        { id: 'hide', name: 'depersonalize', depends_on: [], options: { mode: 'reversible' } },
        { id: 'llm', name: 'llm', depends_on: ['hide'], options: {} },
        { id: 'restore', name: 'restore', depends_on: ['llm'], options: {} },
      ],
      metadata: [{ key: '$where', value: 'a.b' }],
      webhook_url: null,
      ttl: 1,
      reserved: 100,
    },
    now,
  );
  return { ...task, ...changes };
}
