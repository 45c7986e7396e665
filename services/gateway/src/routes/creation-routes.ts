import type { Task } from '@medley/contracts';
import type { JsonSchemaChecker } from '@medley/json-schema';
import type { TaskView } from '@medley/task-view';
import type { TaskEars } from '../waiting/task-ears';
import { waitForEnd } from '../waiting/wait-for-end';
import { created, ok, type Answer } from '../http/answer';
import { batchBodyLimits, bodyLimits } from '../http/http-limits';
import { API_PREFIX, type Call, type Route } from '../http/route';
import { idempotent } from '../idempotency/idempotent';
import { findMadeBefore } from '../idempotency/find-made-before';
import { createBatchDocs, createTaskDocs } from '../openapi/docs/creation-docs';
import { shortcutDocs } from '../openapi/docs/shortcut-docs';
import type { RouteDocs } from '../openapi/route-docs';
import { batchSize, createBatch } from '../tasks/create-batch';
import { createTask, type CreationParts } from '../tasks/create-task';
import { draftShortcut, type Shortcut } from '../tasks/draft-shortcut';
import { draftTask } from '../tasks/draft-task';
import { keepTaskAnswer } from '../tasks/keep-task-answer';
import { readWait } from '../tasks/read-wait';
import type { Drafted } from '../tasks/task-draft';
import type { RuleContext } from '../validation/check-body';
import { openSchemaChecks } from '../validation/schema-checks';

export interface CreationRouteParts extends CreationParts {
  schemas: JsonSchemaChecker;
  rules: RuleContext;
  views: TaskView;
  ears: TaskEars;
  /** Aborted when the gateway stops. */
  stopping: AbortSignal;
}

const shortcuts: readonly Shortcut[] = ['transcode', 'transcribe', 'llm', 'pii'];

/** Everything that makes tasks. */
export function creationRoutes(parts: CreationRouteParts): Route[] {
  return [
    creationRoute(parts, {
      path: '/tasks',
      docs: createTaskDocs,
      draft: (call) => draftTask(call.body, parts.rules),
    }),
    ...shortcuts.map((name) =>
      creationRoute(parts, {
        path: `/${name}`,
        docs: shortcutDocs[name],
        draft: (call) => draftShortcut[name](call.body, parts.rules),
      }),
    ),
    {
      method: 'post',
      path: '/tasks/batch',
      docs: createBatchDocs,
      body: batchBodyLimits,
      extraCost: (body) => batchSize(body) - 1,
      handle: idempotent(parts.stores.idempotency, async (call) =>
        ok(await createBatch(parts, call.body, { ...call, schemas: openSchemaChecks(parts.schemas, call) })),
      ),
    },
  ];
}

interface Creation {
  path: string;
  docs: RouteDocs;
  draft(call: Call): Drafted;
}

function creationRoute(parts: CreationRouteParts, { path, docs, draft }: Creation): Route {
  const { stores } = parts;
  const create = async (call: Call): Promise<Answer> => {
    const { caller, origin } = call;
    const schemas = openSchemaChecks(parts.schemas, call);
    const task = await createTask(parts, draft(call), { caller, origin, schemas, index: 0 });
    return answerCreated(parts, call, task);
  };
  return {
    method: 'post',
    path,
    docs,
    body: bodyLimits,
    listsUpstreamError: true,
    handle: idempotent(stores.idempotency, create, {
      recover: async (call, origin) => {
        const task = await findMadeBefore({ origin, index: 0 }, (made) => stores.tasks.findMade(made));
        return task && answerCreated(parts, call, task);
      },
      keeping: keepTaskAnswer(parts),
    }),
  };
}

/** The new task; as it is when it has ended, if the client prefers to wait for that. */
async function answerCreated(parts: CreationRouteParts, call: Call, task: Task): Promise<Answer> {
  const { stores, ears, views } = parts;
  const location = `${API_PREFIX}/tasks/${task.id}`;
  const seconds = readWait(call.header('Prefer'));
  if (seconds === null) return created(location, await views.taskView(task, stores.now()));
  const limit = { ms: seconds * 1_000, gone: call.gone(), stopping: parts.stopping };
  const later = await waitForEnd({ tasks: stores.tasks, ears }, task, limit);
  const answer = created(location, await views.taskView(later, stores.now()));
  return { ...answer, headers: { ...answer.headers, 'Preference-Applied': `wait=${seconds}` } };
}
