import type { Medley, TaskRequest } from '@medley/client';
import { respondJson, respondStatus, startStubUpstream, type StubUpstream } from '@medley/testing';

/** What is said in the sample recording, as its script (services/gateway/samples/make.sh) has it; times by its pauses. */
const said = [
  [0.1, 4.9, 'Good morning, city library. Mary Johnson speaking. How can I help you?'],
  [5.3, 10.1, 'Hello. My name is David Miller. I would like to renew my library card.'],
  [10.5, 13.9, 'Of course. What is your date of birth, and where can I reach you?'],
  [14.3, 20.4, 'May fifth, nineteen eighty four. My phone number is five five five, zero one four two.'],
  [20.9, 23.7, 'Thank you. Your card is good for another year.'],
] as const;

const letter =
  'Hello,\n\nmy name is Daniel Whitaker. I ordered a lamp on 3 May and it still has not come. The driver rang at ' +
  '27 Elm Street, but I was at work. Please call me at +44 20 7946 0958 or write to ' +
  'daniel.whitaker@example.com.\n\nI paid with the card 4111 1111 1111 1111. My neighbour, Olivia Grant, could take ' +
  'the parcel. Mr Whitaker is on the door.\n\nKind regards,\nDaniel Whitaker';

export interface ExampleEngines {
  env: Record<string, string>;
  /** An address that takes webhooks. */
  hooks: string;
  stop: () => Promise<void>;
}

/** Speech and language engines that answer as real ones would have, for the sample recording. */
export async function startExampleEngines(): Promise<ExampleEngines> {
  const upstream: StubUpstream = await startStubUpstream();
  upstream.respond((response, request) => {
    if (request.path.startsWith('/hooks')) return respondStatus(204)(response, request);
    const isChat = request.path.endsWith('/chat/completions');
    return respondJson(isChat ? minutes() : speech())(response, request);
  });
  return {
    env: {
      ASR_BASE_URL: upstream.url,
      ASR_API_KEY: 'sk-example',
      LLM_BASE_URL: upstream.url,
      LLM_API_KEY: 'sk-example',
    },
    hooks: `${upstream.url}/hooks`,
    stop: () => upstream.close(),
  };
}

function speech(): object {
  const segments = said.map(([start, end, text], id) => ({ id, start, end, text }));
  const words = said.flatMap(([start, end, text]) => spread(text.split(' '), { start, end }));
  return {
    language: 'english',
    duration: 23.9,
    text: said.map(([, , text]) => text).join(' '),
    segments,
    words,
  };
}

/** Words over the time of their sentence, each by its length. */
function spread(words: readonly string[], { start, end }: { start: number; end: number }): object[] {
  const letters = words.reduce((sum, word) => sum + word.length + 1, 0);
  let at = start;
  return words.map((word) => {
    const from = at;
    at += ((end - start) * (word.length + 1)) / letters;
    return { start: from, end: at, word };
  });
}

function minutes(): object {
  const content =
    '## Decisions\n\n- The library card of [PERSON_2] is renewed for one year.\n\n## Tasks\n\n- [PERSON_1] notes the new ' +
    'telephone number.';
  const usage = { prompt_tokens: 412, completion_tokens: 46 };
  return { model: 'example-model', choices: [{ message: { content } }], usage };
}

export interface ExampleTasks {
  /** A recording to minutes that name nobody to the model. */
  minutes: string;
  /** A recording to a transcript. */
  transcript: string;
  /** A letter without personal data, reversibly. */
  letter: string;
}

const LETTERS = 6;

/** From a recording to minutes whose writer sees no names. */
const privateMinutes: NonNullable<TaskRequest['steps']> = [
  { name: 'fetch' },
  { name: 'transcribe' },
  { name: 'depersonalize', options: { mode: 'reversible' } },
  { name: 'llm' },
  { name: 'restore' },
  { name: 'transcode', depends_on: ['fetch'] },
];

/** An account that has worked for a while. */
export async function fillAccount(
  medley: Medley,
  { url, hooks }: { url: string; hooks: string },
): Promise<ExampleTasks> {
  const recording = `${url}/samples/library-call-en.mp3`;
  const ended = async (made: Promise<{ id: string }>): Promise<string> =>
    (await medley.tasks.wait(await made, { throwOnFailure: false })).id;
  const common = { url: recording, language_in: 'en', language_out: 'en' };
  for (let count = 0; count < LETTERS; count += 1)
    await ended(
      medley.tasks.pii({ input: letter, metadata: [{ key: 'order', value: String(4_100 + count) }] }),
    );
  await ended(
    medley.tasks.create({
      url: recording,
      filename: 'interview.mp3',
      steps: [{ name: 'fetch' }, { name: 'transcode', options: { start: 600 } }],
    }),
  );
  await ended(medley.tasks.transcode({ url: recording, filename: 'library-call.mp3', webhook_url: hooks }));
  const transcript = await ended(
    medley.tasks.create({
      ...common,
      filename: 'library-call.mp3',
      webhook_url: hooks,
      steps: [
        { name: 'fetch' },
        { name: 'transcode' },
        { name: 'transcribe', options: { words: true } },
        { name: 'depersonalize' },
        { name: 'redact' },
      ],
    }),
  );
  const letterId = await ended(medley.tasks.pii({ input: letter, mode: 'reversible', webhook_url: hooks }));
  const minutesId = await ended(
    medley.tasks.create({
      ...common,
      filename: 'library-call.mp3',
      prompt: 'Write minutes of this conversation.',
      steps: privateMinutes,
    }),
  );
  return { minutes: minutesId, transcript, letter: letterId };
}
