import type { StepKind, StepSuccess } from '@medley/contracts';
import { getOrRegister } from '@medley/kit';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export type StepOutcome = 'completed' | 'failed' | 'canceled' | 'interrupted';

export interface StepMetrics {
  /** Count a started step; call the returned function once when it ends. */
  begin(kind: StepKind): (outcome: StepOutcome) => void;
  /** Count what a completed step has worked on. */
  used(kind: StepKind, done: Pick<StepSuccess, 'usage' | 'media'>): void;
}

const SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1_200];

/** The metrics of all workers of a process; several kinds may share one registry. */
export function stepMetrics(registry: Registry): StepMetrics {
  const registers = [registry];
  const total = getOrRegister(registry, 'medley_steps_total', (name) => {
    return new Counter({
      name,
      help: 'Steps run, by how they ended',
      labelNames: ['kind', 'outcome'],
      registers,
    });
  });
  const seconds = getOrRegister(registry, 'medley_step_seconds', (name) => {
    return new Histogram({
      name,
      help: 'How long steps ran',
      labelNames: ['kind'],
      buckets: SECONDS,
      registers,
    });
  });
  const running = getOrRegister(registry, 'medley_steps_running', (name) => {
    return new Gauge({ name, help: 'Steps running now', labelNames: ['kind'], registers });
  });
  const used = countersOfWork(registry);
  return {
    used,
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

function countersOfWork(registry: Registry): StepMetrics['used'] {
  const counter = (counted: string, help: string): Counter =>
    getOrRegister(registry, `medley_step_${counted}_total`, (name) => {
      return new Counter({ name, help, labelNames: ['kind'], registers: [registry] });
    });
  const mediaSeconds = counter('media_seconds', 'Seconds of media that completed steps worked on');
  const characters = counter('characters', 'Characters of text that completed steps worked on');
  const bytes = counter('media_bytes', 'Bytes of media that completed steps stored');
  return (kind, { usage, media }) => {
    if (usage.media_seconds !== undefined) mediaSeconds.inc({ kind }, usage.media_seconds);
    if (usage.characters !== undefined) characters.inc({ kind }, usage.characters);
    if (media) bytes.inc({ kind }, media.size);
  };
}
