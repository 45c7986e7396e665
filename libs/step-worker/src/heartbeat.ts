import type { Broker, PublishOutcome } from '@medley/broker';
import type { StepRun } from '@medley/contracts';

/** Between two heartbeats of an attempt. */
export const HEARTBEAT_MS = 15_000;

/** A heartbeat or a report that the broker did not confirm is published again after this long. */
export const UNCONFIRMED_MS = 1_000;

export interface HeartbeatSender {
  broker: Broker;
  /** The name of this worker in its reports. */
  instance: string;
}

interface AttemptState {
  elapsedMs: number;
  /** Null when it is unknown. */
  progress: number | null;
  /** W3C trace context; absent: the attempt is not traced. */
  traceparent?: string | undefined;
}

/** Tells the orchestrator that this worker has the attempt. */
export function sendHeartbeat(
  { broker, instance: worker }: HeartbeatSender,
  { task_id, step_id, attempt }: StepRun,
  { elapsedMs: elapsed_ms, progress, traceparent }: AttemptState,
): Promise<PublishOutcome> {
  const trace = traceparent === undefined ? {} : { attempt_traceparent: traceparent };
  return broker.publish('step.alive', { task_id, step_id, attempt, elapsed_ms, progress, worker, ...trace });
}
