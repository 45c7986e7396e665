import type { StepKind } from '@medley/contracts';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export type StepOutcome = 'completed' | 'failed' | 'canceled' | 'interrupted';

export interface StepMetrics {
  /** Count a started step; call the returned function once when it ends. */
  begin(kind: StepKind): (outcome: StepOutcome) => void;
}

const SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1_200];

/** The metrics of all workers of a process; several kinds may share one registry. */
export function stepMetrics(registry: Registry): StepMetrics {
  const registers = [registry];
  const total = getOrCreate(registry, 'medley_steps_total', (name) => {
    return new Counter({
      name,
      help: 'Steps run, by how they ended',
      labelNames: ['kind', 'outcome'],
      registers,
    });
  });
  const seconds = getOrCreate(registry, 'medley_step_seconds', (name) => {
    return new Histogram({
      name,
      help: 'How long steps ran',
      labelNames: ['kind'],
      buckets: SECONDS,
      registers,
    });
  });
  const running = getOrCreate(registry, 'medley_steps_running', (name) => {
    return new Gauge({ name, help: 'Steps running now', labelNames: ['kind'], registers });
  });
  return {
    begin: (kind) => {
      running.inc({ kind });
      const stopTimer = seconds.startTimer({ kind });
      return (outcome) => {
        running.dec({ kind });
        stopTimer();
        total.inc({ kind, outcome });
      };
    },
  };
}

function getOrCreate<M>(registry: Registry, name: string, make: (name: string) => M): M {
  return (registry.getSingleMetric(name) as M | undefined) ?? make(name);
}
