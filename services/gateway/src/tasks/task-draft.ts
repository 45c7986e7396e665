import type { Fault, InputType, RequestedStep, TaskInput } from '@medley/contracts';

/** A creation request in one form, whichever endpoint it came through; not yet checked as a whole. */
export interface TaskDraft {
  input: Omit<TaskInput, 'response_schema'> & { response_schema: Record<string, unknown> | null };
  /** What the roots may take; null when that cannot be judged because the request is faulty there anyway. */
  given: InputType[] | null;
  steps: RequestedStep[] | null;
  pipelineId: string | null;
  webhookUrl: string | null;
  /** Hours. */
  ttl: number;
  metadata: { key: string; value: string }[];
  /** The name a client of this endpoint knows a field by. */
  fieldName(field: string): string;
}

/** A draft and what is wrong with the request so far. */
export interface DraftResult {
  draft: TaskDraft;
  faults: Fault[];
}
