import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeWav } from '@medley/testing';

/** An upstream of llm steps and a source of media in one, which answer when the test says so and count who asks. */
export interface HeldWork {
  /** Ends in `/v1`. */
  llmUrl: string;
  /** Of the media with this name. */
  mediaUrl(name: string): string;
  /** How often the work with this name was begun: the prompt is the name, or it is the file. */
  starts(name: string): number;
  /** Refuses the work so many times before it is held. */
  refuse(name: string, times: number): void;
  /** Answers what is held under these names (absent: under all), and from then on at once. */
  answer(names?: readonly string[]): void;
  stop(): Promise<void>;
}

const MEDIA_S = 120;
/** The fetcher gives up sources that send too little. */
const CHUNK_BYTES = 16 * 1_024;
const CHUNK_MS = 1_000;

export async function startHeldWork(): Promise<HeldWork> {
  const begun = new Map<string, number>();
  const refusals = new Map<string, number>();
  const held = new Map<string, (() => void)[]>();
  const answered = new Set<string>();
  let isOpen = false;

  const begin = (name: string, response: ServerResponse, work: { hold(): () => void }): void => {
    const count = (begun.get(name) ?? 0) + 1;
    begun.set(name, count);
    if (count <= (refusals.get(name) ?? 0)) {
      response.writeHead(503).end();
      return;
    }
    const answer = work.hold();
    if (isOpen || answered.has(name)) answer();
    else held.set(name, [...(held.get(name) ?? []), answer]);
  };
  const server = createServer((request, response) => {
    if (request.method === 'GET') begin(nameOf(request), response, { hold: () => sendMedia(response) });
    else
      void readPrompt(request).then((name) =>
        begin(name, response, { hold: () => () => complete(response) }),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    llmUrl: `${root}/v1`,
    mediaUrl: (name) => `${root}/${name}.wav`,
    starts: (name) => begun.get(name) ?? 0,
    refuse: (name, times) => refusals.set(name, times),
    answer: (names) => {
      if (names) names.forEach((name) => answered.add(name));
      else isOpen = true;
      for (const name of names ?? [...held.keys()]) {
        held.get(name)?.forEach((answer) => answer());
        held.delete(name);
      }
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function nameOf({ url = '' }: IncomingMessage): string {
  return url.slice(1).replace('.wav', '');
}

async function readPrompt(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return /held-work:([\w-]+)/.exec(Buffer.concat(chunks).toString())?.[1] ?? '';
}

function complete(response: ServerResponse): void {
  const answer = { model: 'm', choices: [{ message: { content: 'Готово.' } }] };
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
}

/** Sends a little now and then, so that the source is not given up; the function it returns sends the rest. */
function sendMedia(response: ServerResponse): () => void {
  const media = makeWav(MEDIA_S);
  response.writeHead(200, { 'Content-Type': 'audio/wav', 'Content-Length': media.length });
  let sent = 0;
  const send = (bytes: number): void => {
    response.write(media.subarray(sent, sent + bytes));
    sent += bytes;
  };
  send(CHUNK_BYTES);
  const trickle = setInterval(() => send(CHUNK_BYTES), CHUNK_MS);
  response.once('close', () => clearInterval(trickle));
  return () => {
    clearInterval(trickle);
    response.end(media.subarray(sent));
  };
}
