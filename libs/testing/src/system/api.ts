import type { PublicTask } from '@medley/task-view';
import { until } from '../until';

interface Envelope {
  success: boolean;
  data?: unknown;
  error?: { code: string; message: string };
}

interface TaskEvent {
  event: string;
  data: { step?: string; attempt?: number };
}

/** The HTTP API as a program calls it. */
export class Api {
  constructor(
    readonly url: string,
    private readonly key: string,
  ) {}

  async call(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; headers: Headers; body: Envelope }> {
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.key}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Envelope };
  }

  /** Create a task; fails when it is refused. */
  async create(path: string, body: unknown): Promise<PublicTask> {
    const answer = await this.call('POST', path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.data as PublicTask;
  }

  async task(id: string): Promise<PublicTask> {
    const answer = await this.call('GET', `/tasks/${id}`);
    if (answer.status !== 200) throw new Error(`task ${id}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.data as PublicTask;
  }

  /** The task once it has ended. */
  async ended(id: string, timeoutMs = 60_000): Promise<PublicTask> {
    let task = await this.task(id);
    await until(
      async () => {
        task = await this.task(id);
        return task.status !== 'pending';
      },
      { timeoutMs },
    );
    return task;
  }

  /** The event log of a task that has ended, without its first event, as its event stream repeats it. */
  async events(id: string): Promise<TaskEvent[]> {
    const headers = { Authorization: `Bearer ${this.key}`, 'Last-Event-ID': '1000000' };
    const response = await fetch(`${this.url}/api/v1/tasks/${id}/events`, { headers });
    const blocks = (await response.text()).split('\n\n');
    return blocks.flatMap((block) => {
      const [, event] = /^event: (.+)$/m.exec(block) ?? [];
      const [, data = '{}'] = /^data: (.+)$/m.exec(block) ?? [];
      return event === undefined ? [] : [{ event, data: JSON.parse(data) as TaskEvent['data'] }];
    });
  }
}
