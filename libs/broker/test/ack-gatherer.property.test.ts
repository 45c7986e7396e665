import type { Channel, ConsumeMessage } from 'amqplib';
import fc from 'fast-check';
import { AckGatherer } from '../src/ack-gatherer';

/** Settles as RabbitMQ does: an ack of several tags includes all unsettled ones up to its own. */
class FakeChannel {
  readonly unsettled = new Set<number>();
  readonly acked = new Set<number>();
  readonly rejected = new Set<number>();
  frames = 0;

  ack({ fields }: ConsumeMessage, allUpTo = false): void {
    this.frames += 1;
    const tags = allUpTo
      ? [...this.unsettled].filter((tag) => tag <= fields.deliveryTag)
      : [fields.deliveryTag];
    for (const tag of tags) this.#settle(tag, this.acked);
  }

  reject({ fields }: ConsumeMessage): void {
    this.#settle(fields.deliveryTag, this.rejected);
  }

  /** RabbitMQ closes the channel when a tag is settled twice. */
  #settle(tag: number, into: Set<number>): void {
    expect(this.unsettled.delete(tag)).toBe(true);
    into.add(tag);
  }
}

const messageOf = (deliveryTag: number): ConsumeMessage => ({ fields: { deliveryTag } }) as ConsumeMessage;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const dispositions = ['ack', 'ack', 'ack', 'reject', 'release', 'none'] as const;

/** Deliveries in several turns; `order` decides which of them is settled next. */
const deliveries = fc.array(
  fc.record({ disposition: fc.constantFrom(...dispositions), order: fc.nat(), endsTurn: fc.boolean() }),
  { minLength: 1, maxLength: 60 },
);

test('exactly the handled deliveries are acked, each once, in any order', async () => {
  const scenario = async (
    rows: typeof deliveries extends fc.Arbitrary<infer M> ? M : never,
  ): Promise<void> => {
    const channel = new FakeChannel();
    const acks = new AckGatherer(channel as unknown as Channel);
    const open: { tag: number; disposition: (typeof dispositions)[number] }[] = [];
    const settleOne = (order: number): void => {
      const [next] = open.splice(order % open.length, 1);
      if (next && next.disposition !== 'none') acks.settle(messageOf(next.tag), next.disposition);
    };
    for (const [index, { disposition, order, endsTurn }] of rows.entries()) {
      const tag = index + 1;
      channel.unsettled.add(tag);
      acks.delivered(messageOf(tag));
      open.push({ tag, disposition });
      if (order % 2 === 0) settleOne(order);
      if (endsTurn) await turn();
    }
    while (open.length > 0) settleOne(0);
    acks.flush();
    const tagsOf = (wanted: string): number[] =>
      rows.flatMap(({ disposition }, index) => (disposition === wanted ? [index + 1] : []));
    expect([...channel.acked].toSorted((a, b) => a - b)).toEqual(tagsOf('ack'));
    expect([...channel.rejected].toSorted((a, b) => a - b)).toEqual(tagsOf('reject'));
  };
  await fc.assert(fc.asyncProperty(deliveries, scenario), { numRuns: 300 });
});

test('deliveries that are handled in one turn are acked by one frame', async () => {
  const channel = new FakeChannel();
  const acks = new AckGatherer(channel as unknown as Channel);
  for (let tag = 1; tag <= 50; tag += 1) {
    channel.unsettled.add(tag);
    acks.delivered(messageOf(tag));
  }
  for (let tag = 50; tag >= 1; tag -= 1) acks.settle(messageOf(tag), 'ack');
  await turn();
  expect(channel.frames).toBe(1);
  expect(channel.acked.size).toBe(50);
});
