import type { PublicTask } from '@medley/task-view';

export interface TestResponse {
  status: number;
  headers: Headers;
  text: string;
  body: {
    success: boolean;
    data: Record<string, unknown>;
    error: { code: string; message: string };
    errors: { field: string; message: string }[];
  };
}

/** Requests of one account over HTTP; bodies may be invalid. */
export class TestClient {
  constructor(
    readonly url: string,
    readonly identity: { key: string; keyId: string; accountId: string },
  ) {}

  async send(
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<TestResponse> {
    const raw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.identity.key}`, ...headers },
      ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const parsed = (isJson && text !== '' ? JSON.parse(text) : {}) as TestResponse['body'];
    return { status: response.status, headers: response.headers, text, body: parsed };
  }

  get(path: string, headers?: Record<string, string>): Promise<TestResponse> {
    return this.send('GET', path, headers ? { headers } : {});
  }

  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse> {
    return this.send('POST', path, { body: body ?? {}, ...(headers && { headers }) });
  }

  /** Creates a task. @throws when it is refused */
  async create(path: string, body: unknown): Promise<PublicTask> {
    const answer = await this.post(path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body.data as unknown as PublicTask;
  }
}

/** `400 VALIDATION_ERROR url,ttl`: status, code and the fields of an answer in a line. */
export function summarize(answer: TestResponse): string {
  const { error, errors } = answer.body;
  const fields = errors?.map(({ field }) => field).join(',');
  return [answer.status, error?.code, fields].filter((part) => part !== undefined).join(' ');
}
