import type { BlobStore } from '@medley/blobs';
import type { ListedTask, Task } from '@medley/contracts';
import type { Keyring } from '@medley/kit';
import { FileLinks, type FileLinkParts, type FileLinkVerdict } from './file-links';
import type { PublicListedTask, PublicOutput, PublicTask, TerminalTask } from './public-task';
import { readOutput, type OutputSource } from './read-output';
import { errorText, isDataExpired, showListedTask, showTask } from './show-task';
import { toJsonText } from './stored-json';

export interface TaskViewOptions {
  blobs: BlobStore;
  /** Where clients reach the gateway, for links to files. */
  publicUrl: string;
  /** Signs the links. */
  keyring: Keyring;
}

/** Serializes tasks for the API, event streams and webhooks: the only module that knows the public JSON. */
export interface TaskView {
  /** The complete task. Reads the blobs of embedded outputs. @throws AppError STORAGE_UNAVAILABLE */
  taskView(task: Task, now: Date): Promise<PublicTask>;
  /** The task without reading its outputs: `output` is null. For a task that was just created. */
  taskSummary(task: Task, now: Date): PublicTask;
  /** The task in a listing, without input and output. */
  listedTask(task: ListedTask, now: Date): PublicListedTask;
  /** Only the output of a task whose data has not expired. @throws AppError STORAGE_UNAVAILABLE */
  output(task: OutputSource): Promise<PublicOutput | null>;
  /** The `task` object of a webhook and of the last event of a stream. @throws AppError STORAGE_UNAVAILABLE */
  terminalTask(task: Task, now: Date): Promise<TerminalTask>;
  /**
   * The body of the webhook of an ended task, as text; deterministic for the same task.
   * @throws AppError STORAGE_UNAVAILABLE
   */
  webhookBody(task: Task, now: Date): Promise<string>;
  signFileLink(parts: FileLinkParts, expiresAt: Date): string;
  /** `path` is the percent-encoded path of the request: `/files/<task id>/<step id>/<file name>`. */
  verifyFileLink(path: string, query: URLSearchParams, now: Date): FileLinkVerdict;
}

export function createTaskView({ blobs, publicUrl, keyring }: TaskViewOptions): TaskView {
  const links = new FileLinks(publicUrl, keyring);
  const output: TaskView['output'] = (task) => readOutput(task, { blobs, links });
  const outputOf = async (task: Task, now: Date): ReturnType<typeof readOutput> =>
    isDataExpired(task, now) ? null : output({ ...task, filename: task.input?.filename ?? null });

  const terminalTask: TaskView['terminalTask'] = async (task, now) => ({
    id: task.id,
    status: task.status,
    ...(task.error ? { error: errorText(task.error) } : { output: await outputOf(task, now) }),
    completed_at: task.completed_at?.toISOString() ?? null,
    filename: isDataExpired(task, now) ? null : (task.input?.filename ?? null),
    metadata: task.metadata ?? [],
    created_at: task.created_at.toISOString(),
  });

  return {
    taskView: async (task, now) => showTask(task, await outputOf(task, now), now),
    taskSummary: (task, now) => showTask(task, null, now),
    listedTask: showListedTask,
    output,
    terminalTask,
    webhookBody: async (task, now) =>
      toJsonText({
        event: task.status === 'failed' ? 'task.failed' : 'task.completed',
        task: await terminalTask(task, now),
        timestamp: (task.completed_at ?? now).toISOString(),
      }),
    signFileLink: (parts, expiresAt) => links.sign(parts, expiresAt),
    verifyFileLink: (path, query, now) => links.verify(path, query, now),
  };
}
