import { Counter, Gauge, type Registry } from 'prom-client';

/** How a task left its pool; `aborted`: nobody waited for it any more. */
export type TaskOutcome = 'completed' | 'aborted' | 'timeout' | 'crashed' | 'unstarted' | 'full' | 'closed';

export interface PoolMetrics {
  count(outcome: TaskOutcome): void;
}

/** Figures of a pool at the moment they are asked for. */
export interface PoolFigures {
  waiting(): number;
  running(): number;
  threads(): number;
}

/** The metrics of a pool; several pools share a registry, told apart by the label `pool`. */
export function poolMetrics(registry: Registry, pool: string, figures: PoolFigures): PoolMetrics {
  const registers = [registry];
  const labelNames = ['pool', 'outcome'];
  const tasks = once(registry, 'medley_worker_pool_tasks_total', (name) => {
    return new Counter({ name, help: 'Tasks of worker threads, by how they ended', labelNames, registers });
  });
  const gauges = {
    waiting: 'Tasks that wait for a thread',
    running: 'Tasks that threads work on',
    threads: 'Worker threads that live',
  };
  for (const [figure, help] of Object.entries(gauges) as [keyof PoolFigures, string][]) {
    const read = figures[figure];
    const gauge = once(registry, `medley_worker_pool_${figure}`, (name) => {
      return new PoolGauge({ name, help, labelNames: ['pool'], registers });
    });
    gauge.sources.set(pool, read);
  }
  return { count: (outcome) => tasks.inc({ pool, outcome }) };
}

/** A gauge that asks each pool when it is read. */
class PoolGauge extends Gauge {
  readonly sources = new Map<string, () => number>();

  override async get(): ReturnType<Gauge['get']> {
    for (const [pool, read] of this.sources) this.set({ pool }, read());
    return super.get();
  }
}

function once<M>(registry: Registry, name: string, make: (name: string) => M): M {
  return (registry.getSingleMetric(name) as M | undefined) ?? make(name);
}
