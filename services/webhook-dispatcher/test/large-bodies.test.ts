import { until } from '@medley/testing';
import { startDispatcherHarness, type DispatcherHarness } from './dispatcher-harness';
import { answerWith, startReceiver, type Receiver } from './receiver';

const KIB = 1024;
let harness: DispatcherHarness;
const receivers: Receiver[] = [];

beforeEach(async () => {
  harness = await startDispatcherHarness();
});
afterEach(async () => {
  await harness.close();
  for (const receiver of receivers.splice(0)) await receiver.stop();
});

async function receiver(answer: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const made = await startReceiver(answer);
  receivers.push(made);
  return made;
}

test('large bodies in flight share a bounded memory, and a small one overtakes them', async () => {
  const answers: (() => void)[] = [];
  const slow = await Promise.all(
    Array.from({ length: 4 }, () => receiver((response) => answers.push(() => response.end()))),
  );
  const quick = await receiver(answerWith(200));
  const large = await Promise.all(
    slow.map(({ url }) => harness.finish(url, { text: 'x'.repeat(200 * KIB) })),
  );
  const small = await harness.finish(quick.url);

  await harness.start({}, { bodiesBytesMax: 500 * KIB });
  await harness.settled(small.id);
  await until(() => answers.length === 2);
  let peak = 0;
  for (let answered = 0; answered < large.length; answered += 1) {
    await until(() => answers.length > answered);
    peak = Math.max(
      peak,
      slow.reduce((sum, { open }) => sum + open(), 0),
    );
    answers[answered]?.();
  }
  const deliveries = await Promise.all(large.map(({ id }) => harness.settled(id)));

  expect(peak).toBe(2);
  expect(deliveries.map(({ state, attempts }) => [state, attempts.length])).toEqual(
    large.map(() => ['delivered', 1]),
  );
});
