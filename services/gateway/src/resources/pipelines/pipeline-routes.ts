import type { Stores } from '@medley/store';
import { isStrict, withPreferences } from '../../http/preferences';
import { created, ok } from '../../http/response';
import { bodyLimits } from '../../http/http-limits';
import { API_PREFIX, type Route } from '../../http/route';
import { idempotent } from '../../idempotency/idempotent';
import { pipelineDocs } from './pipeline-docs';
import {
  createPipeline,
  findVisiblePipeline,
  pipelineWarnings,
  removePipeline,
  replacePipeline,
  type PipelineDependencies,
} from './edit-pipeline';
import { showPipeline } from './pipeline-view';
import { pageQuery, readQuery } from '../../http/read-query';

export function pipelineRoutes(deps: PipelineDependencies & { stores: Stores }): Route[] {
  const { stores } = deps;
  return [
    {
      method: 'post',
      path: '/pipelines',
      docs: pipelineDocs.create,
      body: bodyLimits,
      handle: idempotent(stores.idempotency, async (call) => {
        const pipeline = await createPipeline(deps, call);
        const location = `${API_PREFIX}/pipelines/${pipeline.id}`;
        const response = created(location, showPipeline(pipeline), pipelineWarnings(call));
        return withPreferences(response, isStrict(call.header('Prefer')) ? ['handling=strict'] : []);
      }),
    },
    {
      method: 'get',
      path: '/pipelines',
      docs: pipelineDocs.list,
      async handle({ caller, query }) {
        const { limit, offset } = readQuery(pageQuery, query);
        const { items, total } = await stores.pipelines.list(caller.accountId, { limit, offset });
        return ok({ items: items.map(showPipeline), pagination: { total, limit, offset } });
      },
    },
    {
      method: 'get',
      path: '/pipelines/:pipelineId',
      docs: pipelineDocs.get,
      handle: async (call) => ok(showPipeline(await findVisiblePipeline(deps, call))),
    },
    {
      method: 'put',
      path: '/pipelines/:pipelineId',
      docs: pipelineDocs.replace,
      body: bodyLimits,
      handle: async (call) => ok(showPipeline(await replacePipeline(deps, call)), pipelineWarnings(call)),
    },
    {
      method: 'delete',
      path: '/pipelines/:pipelineId',
      docs: pipelineDocs.delete,
      handle: async (call) => ok(showPipeline(await removePipeline(deps, call))),
    },
  ];
}
