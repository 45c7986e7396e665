import type { Broker } from '@medley/broker';
import type { ServiceContext } from '@medley/kit';
import type { Stores } from '@medley/store';
import type { AnnounceKeys } from '../../callers/key-changes';
import { createOperatorGuard, type OperatorGuard } from '../../callers/operator-key';
import type { OperatorRoute } from '../../http/operator-route';
import type { GatewaySettings } from '../../settings/gateway-settings';
import { loadTariffs } from '../../settings/load-tariffs';
import type { ClientAddresses } from '../../traffic/client-addresses';
import type { Pauses } from '../../workers/pauses';
import { openProcessRegistry } from '../../workers/process-registry';
import type { WorkerRegistry } from '../../workers/worker-registry';
import { retryRoute } from '../tasks/retry/retry-route';
import { startLetterRetries } from './letter-retries';
import { operatorRoutes } from './operator-routes';

type RetryDependencies = Parameters<typeof retryRoute>[0];

interface OpenOperatorDependencies extends RetryDependencies {
  stores: Stores;
  broker: Broker;
  workerRegistry: WorkerRegistry;
  pauses: Pauses;
  announceKeys: AnnounceKeys;
  addresses: ClientAddresses;
}

/** The operator's API; null without `OPERATOR_KEY`. Retries of dead letters, which the admin command asks for too, always run. */
export async function openOperator(
  { config, lifecycle, logger }: ServiceContext<GatewaySettings>,
  deps: OpenOperatorDependencies,
): Promise<{ routes: OperatorRoute[]; guard: OperatorGuard } | null> {
  const tariffs = await loadTariffs(config.TARIFFS_FILE);
  const retries = startLetterRetries({
    ...{ ...deps, tariffs, logger },
    retryRoute: retryRoute(deps),
  });
  lifecycle.onStop('retries of dead letters', () => retries.stop());
  if (config.OPERATOR_KEY === undefined) return null;
  const processes = await openProcessRegistry(deps.broker);
  lifecycle.onStop('process registry', () => processes.close());
  return {
    routes: operatorRoutes({ ...deps, tariffs, processes }),
    guard: createOperatorGuard(config.OPERATOR_KEY, deps.addresses),
  };
}
