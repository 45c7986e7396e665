import type { Task, ValidationIssue } from '@medley/contracts';
import type { JsonSchemaChecker } from '@medley/json-schema';
import type { TaskView } from '@medley/task-view';
import { bodyLimits } from '../../../http/http-limits';
import { isStrict, withPreferences } from '../../../http/preferences';
import { created, type ApiResponse } from '../../../http/response';
import { API_PREFIX, type Call, type Route } from '../../../http/route';
import { findExisting } from '../../../idempotency/find-existing';
import { idempotent } from '../../../idempotency/idempotent';
import type { RouteDocs } from '../../../route-docs/route-docs';
import { openSchemaChecks } from '../../../steps/schema-checks';
import type { TextPool } from '../../../text-pool/text-pool';
import type { ValidationContext } from '../../../validation/check-body';
import { createTask } from './create-task';
import { CREATION_MS, type Adoption, type CreationDependencies } from './creation';
import { startDeadline } from './deadline';
import { considerUnknown } from './consider-unknown';
import { readWait } from './read-wait';
import type { DraftResult } from './task-draft';
import { taskReplayPolicy } from './task-replay-policy';
import type { TaskSubscriptions } from './task-subscriptions';
import { TaskWatch } from './task-watch';

export interface CreationRouteDependencies extends CreationDependencies {
  schemas: JsonSchemaChecker;
  textPool: TextPool;
  validationContext: ValidationContext;
  views: TaskView;
  subscriptions: TaskSubscriptions;
  /** Aborted when the gateway stops. */
  stopping: AbortSignal;
}

interface CreationEndpoint {
  path: string;
  docs: RouteDocs;
  draft(call: Call): DraftResult | Promise<DraftResult>;
  adoption?: Adoption;
}

/** A route that creates one task: `draft` reads its body. */
export function creationRoute(
  deps: CreationRouteDependencies,
  { path, docs, draft, adoption }: CreationEndpoint,
): Route {
  const { stores } = deps;
  const judge = async (call: Call): Promise<ReturnType<typeof considerUnknown>> =>
    considerUnknown(await draft(call), isStrict(call.header('Prefer')));
  const create = async (call: Call): Promise<ApiResponse> => {
    const drafted = await judge(call);
    const seconds = readWait(call.header('Prefer'));
    return watching(deps, seconds, async (wait) => {
      const { caller, record, origin } = call;
      const deadline = startDeadline(CREATION_MS);
      const schemas = openSchemaChecks(deps, call);
      const creation = { caller, record, origin, schemas, deadline, index: 0, watch: wait?.watch, adoption };
      const task = await createTask(deps, drafted, creation).finally(() => deadline.clear());
      return respondCreated(deps, call, { task, wait, warnings: drafted.warnings });
    });
  };
  return {
    method: 'post',
    path,
    docs,
    body: bodyLimits,
    listsUpstreamError: true,
    handle: idempotent(stores.idempotency, create, {
      recover: async (call, origin) => {
        const task = await findExisting({ origin, index: 0 }, (id) => stores.tasks.findByOrigin(id));
        const seconds = readWait(call.header('Prefer'));
        if (!task) return null;
        const { warnings } = await judge(call);
        return watching(deps, seconds, (wait) => respondCreated(deps, call, { task, wait, warnings }));
      },
      replayPolicy: taskReplayPolicy(deps),
    }),
  };
}

/** `Prefer: wait`. */
interface Wait {
  seconds: number;
  watch: TaskWatch;
}

/** Call `respond` with a watch when the client wants to wait for the end of the task. */
async function watching(
  deps: CreationRouteDependencies,
  seconds: number | null,
  respond: (wait: Wait | null) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  if (seconds === null) return respond(null);
  const watch = new TaskWatch({ ...deps, tasks: deps.stores.tasks });
  return respond({ seconds, watch }).finally(() => watch.close());
}

/** Respond with the new task; with `Prefer: wait` after it has ended or the time is over. */
async function respondCreated(
  deps: CreationRouteDependencies,
  call: Call,
  { task, wait, warnings }: { task: Task; wait: Wait | null; warnings: readonly ValidationIssue[] },
): Promise<ApiResponse> {
  const { stores, views } = deps;
  const location = `${API_PREFIX}/tasks/${task.id}`;
  const preferences = isStrict(call.header('Prefer')) ? ['handling=strict'] : [];
  if (!wait)
    return withPreferences(
      created(location, await views.taskView(task, stores.now()), warnings),
      preferences,
    );
  const limit = { ms: wait.seconds * 1_000, disconnected: call.disconnected(), stopping: deps.stopping };
  const later = task.status === 'pending' ? await wait.watch.waitForEnd(task, limit) : task;
  if (task.status === 'pending' && later.status !== 'pending') deps.turns.ended(later.account_id);
  const response = created(location, await views.taskView(later, stores.now()), warnings);
  return withPreferences(response, [...preferences, `wait=${wait.seconds}`]);
}
