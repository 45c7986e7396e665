import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A question as the model reads it. */
export interface ModelCall {
  system: string;
  instruction: string | null;
  /** What stands between the marks. */
  text: string;
  /** What the user role says behind the text. */
  after: string;
  stage: 'whole' | 'part' | 'reduce';
  /** Which part of how many. */
  place: { part: number; parts: number } | null;
  hasFormat: boolean;
  /** Tokens of all messages, as this model counts them. */
  tokens: number;
  /** Whether the client went away unanswered. */
  isGone(): boolean;
}

export interface SmallModelOptions {
  /** Tokens of question and answer together; longer questions are refused with `context_length_exceeded`. */
  contextTokens: number;
  answer(call: ModelCall): string;
  /** Instead of an answer; true when it has dealt with the call. It may keep the response for later. */
  trouble?: (call: ModelCall, response: ServerResponse) => boolean | Promise<boolean>;
}

/** A language model with a small context behind the OpenAI wire format, right down to how it refuses. */
export interface SmallModel {
  /** Ends in `/v1`. */
  url: string;
  /** Calls that were answered or kept, in the order they came. */
  calls: ModelCall[];
  /** How many questions were too long. */
  refused(): number;
  close(): Promise<void>;
}

/** About what tokenizers make of prose: English four characters, Russian two. */
const BYTES_PER_TOKEN = 4;

export async function startSmallModel(options: SmallModelOptions): Promise<SmallModel> {
  const calls: ModelCall[] = [];
  let refused = 0;
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let gone = false;
    response.on('close', () => (gone = !response.writableEnded));
    const call = readCall(await bodyOf(request), () => gone);
    if (call.tokens > options.contextTokens) {
      refused += 1;
      send(response, 400, tooLong(options.contextTokens, call.tokens));
      return;
    }
    calls.push(call);
    if (await options.trouble?.(call, response)) return;
    send(response, 200, completionOf(options.answer(call), call.tokens, options.contextTokens));
  };
  const server = createServer((request, response) => {
    // A client that goes away while it is read is no affair of the model.
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

function readCall(body: string, isGone: () => boolean): ModelCall {
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
    isGone,
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

/** An answer beyond the context is cut, as models do. */
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
