import type { PublishOutcome } from '@medley/broker';
import type { WireMessage } from '../src/codec';
import { encodeBody } from '../src/codec';
import { EnvelopeGatherer } from '../src/envelope-gatherer';

interface Sent {
  ids: string[];
  settle(outcome: PublishOutcome): void;
}

/** A gatherer over a queue that confirms when the test says so. */
function open(): { publish(id: string): Promise<PublishOutcome>; sent: Sent[] } {
  const sent: Sent[] = [];
  const gatherer = new EnvelopeGatherer((_queue, { json, items }: WireMessage) => {
    const parsed = JSON.parse(json) as { task_id: string } | { task_id: string }[];
    const bodies = Array.isArray(parsed) ? parsed : [parsed];
    expect(items).toBe(Array.isArray(parsed) ? parsed.length : undefined);
    return new Promise((settle) => sent.push({ ids: bodies.map(({ task_id }) => task_id), settle }));
  });
  const publish = (id: string): Promise<PublishOutcome> =>
    gatherer.publish('webhooks', encodeBody('task.finished', { task_id: id }));
  return { publish, sent };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const idsOf = (sent: Sent[]): string[][] => sent.map(({ ids }) => ids);

test('without an outstanding confirm a body leaves at the end of the turn, as a plain message', async () => {
  const { publish, sent } = open();
  const outcome = publish('a');
  await turn();
  expect(idsOf(sent)).toEqual([['a']]);
  sent[0]?.settle('confirmed');
  expect(await outcome).toBe('confirmed');
});

test('bodies published during a confirm leave together as soon as it arrives, whatever it says', async () => {
  const { publish, sent } = open();
  const first = publish('a');
  await turn();
  const gathered = [publish('b')];
  await turn();
  gathered.push(publish('c'));
  await turn();
  expect(idsOf(sent)).toEqual([['a']]);
  sent[0]?.settle('unknown');
  expect(await first).toBe('unknown');
  expect(idsOf(sent)).toEqual([['a'], ['b', 'c']]);
  sent[1]?.settle('confirmed');
  expect(await Promise.all(gathered)).toEqual(['confirmed', 'confirmed']);
  void publish('d');
  await turn();
  expect(idsOf(sent)).toEqual([['a'], ['b', 'c'], ['d']]);
});

test('a full message does not wait for the confirm of the one before', async () => {
  const { publish, sent } = open();
  for (let index = 0; index < 130; index += 1) void publish(String(index));
  expect(sent.map(({ ids }) => ids.length)).toEqual([64, 64]);
  sent[1]?.settle('confirmed');
  await turn();
  expect(sent.map(({ ids }) => ids.length)).toEqual([64, 64, 2]);
});
