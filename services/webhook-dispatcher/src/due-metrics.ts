import { shareReading } from '@medley/kit';
import type { Stores } from '@medley/store';
import { Gauge, type Registry } from 'prom-client';

/** Counting stops here, so that a scrape has a bound. */
const DUE_MAX = 1_000;
const FRESH_MS = 5_000;

/** Register the gauges of due deliveries, asked of the database when the metrics are scraped. */
export function showDueDeliveries(registry: Registry, { tasks, now }: Pick<Stores, 'tasks' | 'now'>): void {
  const read = shareReading(FRESH_MS, async () => {
    const at = now();
    const rows = await tasks.dueDeliveries(at, { limit: DUE_MAX, from: 'oldest', after: null });
    const first = rows[0]?.due_at ?? at;
    return { due: rows.length, oldestSeconds: Math.max(0, at.getTime() - first.getTime()) / 1_000 };
  });
  for (const [name, help, field] of [
    ['medley_webhook_dispatcher_due', 'Deliveries that are due, up to 1,000', 'due'],
    [
      'medley_webhook_dispatcher_oldest_due_seconds',
      'How long the most overdue delivery has been due, 0 when none is',
      'oldestSeconds',
    ],
  ] as const) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const reading = await read();
        if (reading) this.set(reading[field]);
        else this.remove();
      },
    });
  }
}
