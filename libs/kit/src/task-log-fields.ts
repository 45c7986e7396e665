import { traceIdOf } from '@medley/contracts';

/** What is known of a task where a line about it is logged. */
interface LoggedTask {
  id: string;
  request_id?: string | undefined;
  traceparent?: string | undefined;
}

/** The fields of every log line about a task: its id, the request that created it, and its trace. */
export function taskLogFields({ id, request_id, traceparent }: LoggedTask): Record<string, string> {
  return {
    task_id: id,
    ...(request_id !== undefined && { request_id }),
    ...(traceparent !== undefined && { trace_id: traceIdOf(traceparent) }),
  };
}
