import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One chat completion request, parsed. */
export interface ModelCall {
  system: string;
  instruction: string | null;
  /** The document, between the delimiters. */
  text: string;
  /** The rest of the user message, after the document. */
  after: string;
  stage: 'whole' | 'part' | 'reduce';
  /** Number of the chunk, from 1, and count of chunks. */
  place: { part: number; parts: number } | null;
  hasFormat: boolean;
  /** Tokens of all messages, at four bytes of UTF-8 each. */
  tokens: number;
  /** Whether the client closed the connection before the response was complete. */
  isAborted(): boolean;
}

export interface SmallModelOptions {
  /** Tokens of prompt and completion together; longer prompts are refused with `context_length_exceeded`. */
  contextTokens: number;
  answer(call: ModelCall): string;
  /** Runs before `answer`; true when it took over the response, which it may end later. */
  intercept?: (call: ModelCall, response: ServerResponse) => boolean | Promise<boolean>;
}

/** A stub of an OpenAI-compatible chat completion server with a small context window. */
export interface SmallModel {
  /** Ends in `/v1`. */
  url: string;
  /** Accepted requests in the order of arrival. */
  calls: ModelCall[];
  /** Number of prompts that were too long. */
  refused(): number;
  close(): Promise<void>;
}

/** Roughly what tokenizers give for prose: four characters of English or two of Russian a token. */
const BYTES_PER_TOKEN = 4;

export async function startSmallModel(options: SmallModelOptions): Promise<SmallModel> {
  const calls: ModelCall[] = [];
  let refused = 0;
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let isAborted = false;
    response.on('close', () => (isAborted = !response.writableEnded));
    const call = readCall(await bodyOf(request), () => isAborted);
    if (call.tokens > options.contextTokens) {
      refused += 1;
      send(response, 400, tooLong(options.contextTokens, call.tokens));
      return;
    }
    calls.push(call);
    if (await options.intercept?.(call, response)) return;
    send(response, 200, completionOf(options.answer(call), call.tokens, options.contextTokens));
  };
  const server = createServer((request, response) => {
    // The client may close the connection while its request is read.
    void reply(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    refused: () => refused,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

function readCall(body: string, isAborted: () => boolean): ModelCall {
  const { messages, response_format: format } = JSON.parse(body) as {
    messages: { role: string; content: string }[];
    response_format?: unknown;
  };
  const [system = '', user = ''] = messages.map(({ content }) => content);
  const mark = /<<<TEXT ([0-9a-f]{16})>>>/.exec(system)?.[1] ?? '';
  const [before = '', behind = ''] = user.split(`<<<TEXT ${mark}>>>\n`);
  const [text = '', after = ''] = behind.split(`\n<<<END ${mark}>>>`);
  const place = /is part (\d+) of (\d+) of a longer/.exec(system);
  return {
    system,
    instruction: /^Instruction:\n([\s\S]*)\n\n$/.exec(before)?.[1] ?? null,
    text,
    after,
    stage: place ? 'part' : system.includes('too long to be read at once') ? 'reduce' : 'whole',
    place: place && { part: Number(place[1]), parts: Number(place[2]) },
    hasFormat: format !== undefined,
    tokens: countTokens(messages.map(({ content }) => content).join('\n')),
    isAborted,
  };
}

function countTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

function tooLong(limit: number, tokens: number): object {
  const message = `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${tokens} tokens.`;
  return {
    error: { message, type: 'invalid_request_error', param: 'messages', code: 'context_length_exceeded' },
  };
}

/** A completion that does not fit into the context is truncated with `finish_reason: length`. */
function completionOf(answer: string, promptTokens: number, contextTokens: number): object {
  const tokens = countTokens(answer);
  const isCut = promptTokens + tokens > contextTokens;
  const message = { role: 'assistant', content: isCut ? answer.slice(0, 20) : answer, refusal: null };
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'small-model',
    choices: [{ index: 0, message, logprobs: null, finish_reason: isCut ? 'length' : 'stop' }],
    usage: { prompt_tokens: promptTokens, completion_tokens: tokens, total_tokens: promptTokens + tokens },
  };
}
