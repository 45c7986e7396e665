import type { Task } from '@medley/contracts';
import type { JsonSchemaChecker } from '@medley/json-schema';
import type { TaskView } from '@medley/task-view';
import type { TaskSubscriptions } from '../waiting/task-subscriptions';
import { waitForEnd } from '../waiting/wait-for-end';
import { created, ok, type ApiResponse } from '../http/response';
import { batchBodyLimits, bodyLimits } from '../http/http-limits';
import { API_PREFIX, type Call, type Route } from '../http/route';
import { idempotent } from '../idempotency/idempotent';
import { findExisting } from '../idempotency/find-existing';
import { createBatchDocs, createTaskDocs } from '../openapi/docs/creation-docs';
import { shortcutDocs } from '../openapi/docs/shortcut-docs';
import type { RouteDocs } from '../openapi/route-docs';
import { batchSize, createBatch } from '../tasks/create-batch';
import { createTask, type CreationDependencies } from '../tasks/create-task';
import { draftShortcut, type Shortcut } from '../tasks/draft-shortcut';
import { draftTask } from '../tasks/draft-task';
import { taskReplayPolicy } from '../tasks/task-replay-policy';
import { readWait } from '../tasks/read-wait';
import type { DraftResult } from '../tasks/task-draft';
import type { RuleContext } from '../validation/check-body';
import { openSchemaChecks } from '../validation/schema-checks';

export interface CreationRouteDependencies extends CreationDependencies {
  schemas: JsonSchemaChecker;
  rules: RuleContext;
  views: TaskView;
  subscriptions: TaskSubscriptions;
  /** Aborted when the gateway stops. */
  stopping: AbortSignal;
}

const shortcuts: readonly Shortcut[] = ['transcode', 'transcribe', 'llm', 'pii'];

/** Everything that makes tasks. */
export function creationRoutes(deps: CreationRouteDependencies): Route[] {
  return [
    creationRoute(deps, {
      path: '/tasks',
      docs: createTaskDocs,
      draft: (call) => draftTask(call.body, deps.rules),
    }),
    ...shortcuts.map((name) =>
      creationRoute(deps, {
        path: `/${name}`,
        docs: shortcutDocs[name],
        draft: (call) => draftShortcut[name](call.body, deps.rules),
      }),
    ),
    {
      method: 'post',
      path: '/tasks/batch',
      docs: createBatchDocs,
      body: batchBodyLimits,
      extraCost: (body) => batchSize(body) - 1,
      handle: idempotent(deps.stores.idempotency, async (call) =>
        ok(await createBatch(deps, call.body, { ...call, schemas: openSchemaChecks(deps.schemas, call) })),
      ),
    },
  ];
}

interface Creation {
  path: string;
  docs: RouteDocs;
  draft(call: Call): DraftResult;
}

function creationRoute(deps: CreationRouteDependencies, { path, docs, draft }: Creation): Route {
  const { stores } = deps;
  const create = async (call: Call): Promise<ApiResponse> => {
    const { caller, origin } = call;
    const schemas = openSchemaChecks(deps.schemas, call);
    const task = await createTask(deps, draft(call), { caller, origin, schemas, index: 0 });
    return respondCreated(deps, call, task);
  };
  return {
    method: 'post',
    path,
    docs,
    body: bodyLimits,
    listsUpstreamError: true,
    handle: idempotent(stores.idempotency, create, {
      recover: async (call, origin) => {
        const task = await findExisting({ origin, index: 0 }, (made) => stores.tasks.findByOrigin(made));
        return task && respondCreated(deps, call, task);
      },
      replayPolicy: taskReplayPolicy(deps),
    }),
  };
}

/** The new task; as it is when it has ended, if the client prefers to wait for that. */
async function respondCreated(deps: CreationRouteDependencies, call: Call, task: Task): Promise<ApiResponse> {
  const { stores, subscriptions, views } = deps;
  const location = `${API_PREFIX}/tasks/${task.id}`;
  const seconds = readWait(call.header('Prefer'));
  if (seconds === null) return created(location, await views.taskView(task, stores.now()));
  const limit = { ms: seconds * 1_000, disconnected: call.disconnected(), stopping: deps.stopping };
  const later = await waitForEnd({ tasks: stores.tasks, subscriptions }, task, limit);
  const answer = created(location, await views.taskView(later, stores.now()));
  return { ...answer, headers: { ...answer.headers, 'Preference-Applied': `wait=${seconds}` } };
}
