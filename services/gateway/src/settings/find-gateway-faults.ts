import { collectFaults, loadPrices, type Environment } from '@medley/kit';
import { loadTariffs } from './load-tariffs';

/** Faults of the files that settings of the gateway name. */
export function findGatewayFaults(env: Environment): Promise<string[]> {
  return collectFaults([
    () => loadTariffs(env['TARIFFS_FILE'] || undefined),
    () => loadPrices(env['PRICES_FILE'] || undefined),
  ]);
}
