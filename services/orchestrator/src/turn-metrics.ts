import { stepKinds } from '@medley/contracts';
import type { Stores } from '@medley/store';
import { Gauge, type Registry } from 'prom-client';

/** Counting stops here, so that a scrape has a bound. */
const WAITING_MAX = 10_000;

/** The metric of tasks that wait for a turn, counted in the database at each scrape. */
export function countWaitingSteps(registry: Registry, turns: Stores['turns']): void {
  new Gauge({
    name: 'medley_orchestrator_steps_waiting',
    help: 'Tasks with a step that awaits the turn of its account, up to 10,000',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      const counts = await Promise.allSettled(
        stepKinds.map((kind) => turns.countAwaitingTurn(kind, WAITING_MAX)),
      );
      // Without the database the other metrics are shown all the same.
      this.reset();
      stepKinds.forEach((kind, index) => {
        const count = counts[index];
        if (count?.status === 'fulfilled') this.set({ kind }, count.value);
      });
    },
  });
}
