import { Counter, Gauge, type Registry } from 'prom-client';

/** How a task left its pool; `aborted`: its signal was aborted. */
export type TaskOutcome = 'completed' | 'aborted' | 'timeout' | 'crashed' | 'unstarted' | 'full' | 'closed';

export interface PoolMetrics {
  count(outcome: TaskOutcome): void;
}

/** Current values of a pool, read at every scrape of the metrics. */
export interface PoolStats {
  waiting(): number;
  running(): number;
  threads(): number;
}

/** Register the metrics of a pool. Pools that share a registry are distinguished by the label `pool`. */
export function poolMetrics(registry: Registry, pool: string, stats: PoolStats): PoolMetrics {
  const registers = [registry];
  const labelNames = ['pool', 'outcome'];
  const tasks = getOrCreate(registry, 'medley_worker_pool_tasks_total', (name) => {
    return new Counter({ name, help: 'Tasks of worker threads, by how they ended', labelNames, registers });
  });
  const gauges = {
    waiting: 'Tasks that wait for a thread',
    running: 'Tasks that threads work on',
    threads: 'Worker threads, running or idle',
  };
  for (const [stat, help] of Object.entries(gauges) as [keyof PoolStats, string][]) {
    const read = stats[stat];
    const gauge = getOrCreate(registry, `medley_worker_pool_${stat}`, (name) => {
      return new PoolGauge({ name, help, labelNames: ['pool'], registers });
    });
    gauge.sources.set(pool, read);
  }
  return { count: (outcome) => tasks.inc({ pool, outcome }) };
}

/** A gauge that reads the value of every pool when the metrics are scraped. */
class PoolGauge extends Gauge {
  readonly sources = new Map<string, () => number>();

  override async get(): ReturnType<Gauge['get']> {
    for (const [pool, read] of this.sources) this.set({ pool }, read());
    return super.get();
  }
}

function getOrCreate<M>(registry: Registry, name: string, make: (name: string) => M): M {
  return (registry.getSingleMetric(name) as M | undefined) ?? make(name);
}
