import { Counter, type Registry } from 'prom-client';
import type { OrchestratorContext } from './orchestrator-context';

/** The counters of events that need attention. */
export function createCounters(registry: Registry): Pick<
  OrchestratorContext,
  'forgedReports' | 'postponed' | 'deadLetters'
> & {
  settlementFailures: Counter;
} {
  const registers = [registry];
  return {
    forgedReports: new Counter({
      name: 'medley_orchestrator_forged_reports_total',
      help: 'Reports of steps that name files of another attempt; each is a dead letter',
      registers,
    }),
    postponed: new Counter({
      name: 'medley_orchestrator_postponed_tasks_total',
      help: 'Due tasks that were postponed because their handling failed',
      registers,
    }),
    deadLetters: new Counter({
      name: 'medley_orchestrator_dead_letters_total',
      help: 'Dead letters that arrived',
      labelNames: ['queue', 'reason'],
      registers,
    }),
    settlementFailures: new Counter({
      name: 'medley_orchestrator_settlement_failures_total',
      help: 'Writes that charge ended tasks and failed; they are repeated',
      registers,
    }),
  };
}
