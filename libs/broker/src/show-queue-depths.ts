import { Gauge, type Registry } from 'prom-client';
import type { Broker } from './broker';
import { queueNames } from './topology';

/** Register the gauge of messages that wait in the queues, asked of the broker when the metrics are scraped. */
export function showQueueDepths(registry: Registry, broker: Pick<Broker, 'depth'>): void {
  new Gauge({
    name: 'medley_broker_ready',
    help: 'Messages ready in a queue, not delivered to anybody',
    labelNames: ['queue'],
    registers: [registry],
    async collect() {
      const depths = await Promise.all(
        queueNames.map(async (queue) => ({ queue, depth: await broker.depth(queue).catch(() => null) })),
      );
      this.reset();
      for (const { queue, depth } of depths) if (depth !== null) this.set({ queue }, depth);
    },
  });
}
