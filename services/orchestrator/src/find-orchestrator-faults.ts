import { collectFaults, loadPrices, type Environment } from '@medley/kit';

/** Faults of the files that settings of the orchestrator name. */
export function findOrchestratorFaults(env: Environment): Promise<string[]> {
  return collectFaults([() => loadPrices(env['PRICES_FILE'] || undefined)]);
}
