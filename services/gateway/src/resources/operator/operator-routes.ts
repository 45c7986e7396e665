import type { Tariff } from '@medley/contracts';
import { productVersion } from '@medley/kit';
import type { OperatorRoute } from '../../http/operator-route';
import { ok } from '../../http/response';
import type { ProcessRegistry } from '../../workers/process-registry';
import { accountKeyRoutes } from './account-key-routes';
import { accountRoutes, type OperatorAccountDependencies } from './account-routes';
import { kindRoutes, type KindDependencies } from './kind-routes';
import { letterRoutes } from './letter-routes';
import { serviceDocs } from './operator-docs';
import type { Stores } from '@medley/store';

export type OperatorDependencies = Omit<OperatorAccountDependencies & KindDependencies, 'stores'> & {
  stores: Stores;
  processes: ProcessRegistry;
  tariffs: ReadonlyMap<string, Tariff>;
};

/** The routes under `/api/v1/operator`, which need the operator's key. */
export function operatorRoutes(deps: OperatorDependencies): OperatorRoute[] {
  return [
    {
      method: 'get',
      path: '/operator',
      docs: serviceDocs.about,
      handle: () => Promise.resolve(ok({ version: productVersion, tariffs: [...deps.tariffs.keys()] })),
    },
    {
      method: 'get',
      path: '/operator/processes',
      docs: serviceDocs.processes,
      handle: () => Promise.resolve(ok({ items: deps.processes.processes() })),
    },
    ...kindRoutes(deps),
    ...letterRoutes(deps),
    ...accountRoutes(deps),
    ...accountKeyRoutes(deps),
  ];
}
