import type { ValidationIssue, InputType, RequestedStep, Task, TaskInput } from '@medley/contracts';
import type { UnknownField } from '../../../validation/unknown-fields';

/** The headers of a request, checked and not sealed yet. */
export interface RequestedHeaders {
  source: Record<string, string> | null;
  webhook: Record<string, string> | null;
}

/** A creation request in the form common to all endpoints; its graph is not validated yet. */
export interface TaskDraft {
  input: Omit<TaskInput, 'response_schema'> & { response_schema: Record<string, unknown> | null };
  /** Input types of the task, for its first steps; null when the request has no input, which was reported. */
  inputs: InputType[] | null;
  steps: RequestedStep[] | null;
  pipelineId: string | null;
  /** Ids of the steps whose outputs are given out; null: those of the template, else all. */
  outputs: string[] | null;
  webhookUrl: string | null;
  /** Absent: none are given. */
  headers?: RequestedHeaders;
  /** Units the task may cost at most; null: no limit. */
  maxCost: number | null;
  /** Milliseconds in which it must end; null: the default. */
  timeoutMs: number | null;
  /** Hours. */
  ttl: number;
  metadata: { key: string; value: string }[];
  /** The ended task that this one retries, and the ids of the steps to run; absent: it is no retry. */
  retry?: { of: Task; runs: ReadonlySet<string> };
  /** The name of a field in the requests of this endpoint. */
  fieldName(field: string): string;
}

/** A draft and the issues found so far. */
export interface DraftResult {
  draft: TaskDraft;
  issues: ValidationIssue[];
  /** Fields of the body that the endpoint does not have. */
  unknown: UnknownField[];
}
