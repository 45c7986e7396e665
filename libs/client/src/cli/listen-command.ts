import { randomBytes } from 'node:crypto';
import { signedHeaders } from '../sign-webhook';
import type { AccountEvent } from '../types/events';
import { textOption, UsageError, type Command, type CommandCall, type CommandResult } from './command';

/** As long as the service waits for a receiver. */
const TIMEOUT_MS = 10_000;

/** For people who develop a receiver: it needs no public address. */
export const listenCommand: Command = {
  usage: 'listen --forward-to http://localhost:3000/hook',
  summary:
    'Receive the ends of tasks as they happen, and post each, signed as a webhook, to a local address.',
  takes: { min: 0, max: 0 },
  options: {
    'forward-to': { type: 'string' },
    secret: { type: 'string' },
    count: { type: 'string' },
  },
  help: [
    '--forward-to URL   the receiver',
    '--secret whsec_…   signs the posts; default: a new one, which is printed at the start',
    '--count N          stop after N posts; default: run until Ctrl-C',
  ],
  run: listen,
};

async function listen(call: CommandCall): Promise<CommandResult> {
  const target = readTarget(textOption(call, 'forward-to'));
  const secret = readSecret(textOption(call, 'secret'));
  const count = readCount(textOption(call, 'count'));
  call.tell(`Forwarding to ${target}. The webhook secret is ${secret}`);
  const posts: { event: string; task_id: string; result: string }[] = [];
  for await (const event of call.medley.events({ types: ['task.completed', 'task.failed'] })) {
    const result = await forward(event, target, secret);
    call.tell(`${event.event} ${event.data.task_id} -> ${result}`);
    // Kept only when they are printed at the end: without `count` there is none.
    if (count === undefined) continue;
    posts.push({ event: event.event, task_id: event.data.task_id, result });
    if (posts.length >= count) break;
  }
  return { document: posts, text: `${posts.length} posts` };
}

async function forward({ event, data }: AccountEvent, target: string, secret: string): Promise<string> {
  const task = 'task' in data ? data.task : null;
  const body = JSON.stringify({ event, task, timestamp: data.timestamp });
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers: signedHeaders(secret, event, body),
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    return cause instanceof Error ? cause.message : String(cause);
  }
}

function readTarget(url: string | undefined): string {
  if (url !== undefined && /^https?:/i.test(url) && URL.canParse(url)) return url;
  throw new UsageError('--forward-to must be the URL of your receiver, such as http://localhost:3000/hook.');
}

function readSecret(given: string | undefined): string {
  if (given === undefined) return `whsec_${randomBytes(32).toString('base64')}`;
  if (/^whsec_[A-Za-z0-9+/]{16,}=*$/.test(given)) return given;
  throw new UsageError('--secret must begin with whsec_, followed by base64.');
}

function readCount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError('--count must be a whole number from 1.');
}
