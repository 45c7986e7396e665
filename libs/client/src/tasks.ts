import { idempotency, type CallOptions, type CreateOptions } from './call-options';
import { MedleyApiError } from './errors';
import { followTask } from './events/follow-task';
import type { Transport } from './http/transport';
import type { TaskEvent } from './types/events';
import type { Transcript, Waveform } from './types/outputs';
import type {
  LlmRequest,
  PiiRequest,
  RetryRequest,
  TaskListRequest,
  TaskRequest,
  TranscodeRequest,
  TranscribeRequest,
} from './types/requests';
import type { TaskEstimate } from './types/account';
import type { CursorPage, Delivery, ListedTask, Task } from './types/task';
import { waitForTask, type WaitOptions } from './wait-for-task';

export interface CreateTaskOptions extends CreateOptions {
  /** Seconds (1..60) that the service may delay its response until the task has ended. */
  wait?: number;
}

export interface EventOptions extends CallOptions {
  /** Resume after this event instead of starting with a snapshot. */
  lastEventId?: number;
  /** Called with true when the stream is connected, with false when it broke and is opened again. */
  onConnectionChange?: (isConnected: boolean) => void;
}

export type TranscriptFormat = 'txt' | 'srt' | 'vtt' | 'json';

export interface TranscriptOptions {
  /** With the replacements of the depersonalize step; default: only if the task does not give out the transcript. */
  redacted?: boolean;
  /** Whether the text names the speakers; default: if there are several. */
  speakers?: boolean;
}

/** Creates, reads and changes tasks. */
export class Tasks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  create(body: TaskRequest, options?: CreateTaskOptions): Promise<Task> {
    return this.#create('/tasks', body, options);
  }

  transcode(body: TranscodeRequest, options?: CreateTaskOptions): Promise<Task> {
    return this.#create('/transcode', body, options);
  }

  transcribe(body: TranscribeRequest, options?: CreateTaskOptions): Promise<Task> {
    return this.#create('/transcribe', body, options);
  }

  llm(body: LlmRequest, options?: CreateTaskOptions): Promise<Task> {
    return this.#create('/llm', body, options);
  }

  pii(body: PiiRequest, options?: CreateTaskOptions): Promise<Task> {
    return this.#create('/pii', body, options);
  }

  /** Check a task without creating it: what it would run and cost, and whether each step can run now. */
  validate(body: TaskRequest, { signal }: CallOptions = {}): Promise<TaskEstimate> {
    return this.#transport.data({ method: 'POST', path: '/tasks/validate', body, signal });
  }

  /** Run a part of an ended task again, as a new task that keeps the results of the other steps. */
  retry(id: string, body: RetryRequest = {}, options?: CreateTaskOptions): Promise<Task> {
    return this.#create(`${pathOf(id)}/retry`, body, options);
  }

  get(id: string, { signal }: CallOptions = {}): Promise<Task> {
    return this.#transport.data({ method: 'GET', path: pathOf(id), signal });
  }

  /** A page of tasks, newest first; without input, and with outputs only if `include` requests them. */
  list(filter: TaskListRequest = {}, { signal }: CallOptions = {}): Promise<CursorPage<ListedTask>> {
    return this.#transport.data({ method: 'GET', path: '/tasks', query: filter, signal });
  }

  /** All tasks of a filter, newest first, page by page. */
  async *listAll(
    filter: Omit<TaskListRequest, 'cursor' | 'offset'> = {},
    options: CallOptions = {},
  ): AsyncGenerator<ListedTask, void, undefined> {
    let cursor: string | null = null;
    do {
      const page: CursorPage<ListedTask> = await this.list(
        { limit: 100, ...filter, ...(cursor !== null && { cursor }) },
        options,
      );
      yield* page.items;
      cursor = page.pagination.next_cursor;
    } while (cursor !== null);
  }

  /**
   * Cancel a pending task: it ends as `failed` with the code `CANCELED`. The returned task may still be pending. Canceling
   * a canceled task has no effect.
   * @throws MedleyApiError TASK_NOT_CANCELABLE if the task has ended in any other way
   */
  async cancel(id: string, { signal }: CallOptions = {}): Promise<Task> {
    try {
      return await this.#transport.data<Task>({ method: 'POST', path: `${pathOf(id)}/cancel`, signal });
    } catch (error) {
      // This may be the retry of a cancellation whose response was lost.
      if (!(error instanceof MedleyApiError) || error.code !== 'TASK_NOT_CANCELABLE') throw error;
      const task = await this.get(id, signal && { signal });
      if (task.error_details?.code === 'CANCELED') return task;
      throw error;
    }
  }

  /** Delete input, output and files now; the task itself remains, with `expired: true`. */
  delete(id: string, { signal }: CallOptions = {}): Promise<Task> {
    return this.#transport.data({ method: 'DELETE', path: pathOf(id), signal });
  }

  /**
   * Wait until the task has ended.
   * @throws TaskFailedError unless `throwOnFailure` is false, MedleyTimeoutError after `timeoutMs`
   */
  wait(task: string | Pick<Task, 'id'>, options: WaitOptions = {}): Promise<Task> {
    return waitForTask(this.#transport, typeof task === 'string' ? task : task.id, options);
  }

  /** The events of a task up to the last one; resumes a broken connection after the last received event. */
  events(id: string, options: EventOptions = {}): AsyncGenerator<TaskEvent, void, undefined> {
    return followTask(this.#transport, id, options);
  }

  /** The first transcript of a task, as `txt` by default; `json` returns an object. */
  transcript(id: string, options: CallOptions & TranscriptOptions & { format: 'json' }): Promise<Transcript>;
  transcript(
    id: string,
    options?: CallOptions & TranscriptOptions & { format?: Exclude<TranscriptFormat, 'json'> },
  ): Promise<string>;
  transcript(
    id: string,
    {
      format = 'txt',
      redacted,
      speakers,
      signal,
    }: CallOptions & TranscriptOptions & { format?: TranscriptFormat } = {},
  ): Promise<string | Transcript> {
    const query = { format, redacted, speakers };
    const request = { method: 'GET', path: `${pathOf(id)}/transcript`, query, signal } as const;
    return format === 'json' ? this.#transport.data<Transcript>(request) : this.#transport.text(request);
  }

  /** The peaks of the MP3 of a transcode or redact step; default: the first one whose sound the task gives out. */
  waveform(id: string, { step, signal }: CallOptions & { step?: string } = {}): Promise<Waveform> {
    return this.#transport.data({ method: 'GET', path: `${pathOf(id)}/waveform`, query: { step }, signal });
  }

  /** The webhook deliveries of the task: one, or none without a `webhook_url`. */
  async webhooks(id: string, { signal }: CallOptions = {}): Promise<Delivery[]> {
    const path = `${pathOf(id)}/webhooks`;
    return (await this.#transport.data<{ items: Delivery[] }>({ method: 'GET', path, signal })).items;
  }

  /** Deliver a webhook once more. */
  redeliver(id: string, deliveryId: string, { signal }: CallOptions = {}): Promise<Delivery> {
    const path = `${pathOf(id)}/webhooks/${encodeURIComponent(deliveryId)}/redeliver`;
    return this.#transport.data({ method: 'POST', path, signal });
  }

  #create(path: string, body: object, options: CreateTaskOptions = {}): Promise<Task> {
    const { wait } = options;
    return this.#transport.data({
      method: 'POST',
      path,
      body,
      headers: { ...idempotency(options), ...(wait === undefined ? {} : { Prefer: `wait=${wait}` }) },
      signal: options.signal,
      heldMs: (wait ?? 0) * 1_000,
    });
  }
}

function pathOf(id: string): string {
  return `/tasks/${encodeURIComponent(id)}`;
}
