import type { PublishOutcome, QueueName } from './broker';
import { type EncodedBody, type WireMessage } from './codec';
import { envelopeOf } from './envelope';
import { envelopeLimits } from './envelope-limits';

type Send = (queue: QueueName, message: WireMessage) => Promise<PublishOutcome>;

/** Bodies that leave together; their publishers share one promise. */
interface Batch {
  bodies: [EncodedBody, ...EncodedBody[]];
  bytes: number;
  outcome: Promise<PublishOutcome>;
  settle(outcome: PublishOutcome | Promise<PublishOutcome>): void;
}

/** The messages of one name to one queue. */
interface Lane {
  queue: QueueName;
  /** What waits for a confirm, or for the end of this turn of the event loop. */
  gathering: Batch | null;
  /** Messages without a confirm yet. */
  unconfirmed: number;
}

/**
 * Publishes bodies of the same name and queue as one message when they come in the same turn of the event loop, or while
 * the confirm of the message before is outstanding. There is no other delay.
 */
export class EnvelopeGatherer {
  readonly #send: Send;
  readonly #lanes = new Map<string, Lane>();

  constructor(send: Send) {
    this.#send = send;
  }

  /** The outcome is that of the message that carries the body. */
  publish(queue: QueueName, body: EncodedBody): Promise<PublishOutcome> {
    const bytes = Buffer.byteLength(body.json);
    if (bytes > envelopeLimits.bytesMax) return this.#send(queue, body);
    const lane = this.#laneOf(queue, body.name);
    const { gathering } = lane;
    if (!gathering) return this.#gather(lane, body, bytes).outcome;
    if (isFull(gathering, bytes)) {
      this.#flush(lane);
      return this.#gather(lane, body, bytes).outcome;
    }
    gathering.bodies.push(body);
    gathering.bytes += bytes;
    return gathering.outcome;
  }

  #laneOf(queue: QueueName, name: string): Lane {
    const key = `${queue} ${name}`;
    const known = this.#lanes.get(key);
    if (known) return known;
    const lane = { queue, gathering: null, unconfirmed: 0 };
    this.#lanes.set(key, lane);
    return lane;
  }

  #gather(lane: Lane, body: EncodedBody, bytes: number): Batch {
    const batch = newBatch(body, bytes);
    lane.gathering = batch;
    // Otherwise the next confirm sends it.
    if (lane.unconfirmed === 0) {
      setImmediate(() => {
        if (lane.gathering === batch) this.#flush(lane);
      });
    }
    return batch;
  }

  #flush(lane: Lane): void {
    const { gathering, queue } = lane;
    if (!gathering) return;
    lane.gathering = null;
    lane.unconfirmed += 1;
    const { bodies } = gathering;
    const sent = this.#send(queue, bodies.length === 1 ? bodies[0] : envelopeOf(bodies));
    gathering.settle(sent);
    const next = (): void => {
      lane.unconfirmed -= 1;
      this.#flush(lane);
    };
    sent.then(next, next);
  }
}

function isFull({ bodies, bytes }: Batch, more: number): boolean {
  return bodies.length >= envelopeLimits.itemsMax || bytes + more > envelopeLimits.bytesMax;
}

function newBatch(body: EncodedBody, bytes: number): Batch {
  let settle: Batch['settle'] = () => undefined;
  const outcome = new Promise<PublishOutcome>((resolve) => (settle = resolve));
  return { bodies: [body], bytes, outcome, settle };
}
