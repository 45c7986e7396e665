import { bodyLimits } from '../../http/http-limits';
import { ok } from '../../http/response';
import type { Route } from '../../http/route';
import { restoreDocs } from './restore-docs';
import { restoreText, type RestoreDependencies } from './restore-text';

export function restoreRoutes(deps: RestoreDependencies): Route[] {
  return [
    {
      method: 'post',
      path: '/pii/restore',
      docs: restoreDocs,
      body: bodyLimits,
      handle: async (call) => ok(await restoreText(deps, call)),
    },
  ];
}
