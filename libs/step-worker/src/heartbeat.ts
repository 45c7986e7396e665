import type { Broker, PublishOutcome } from '@medley/broker';
import type { StepRun } from '@medley/contracts';

/** Between two heartbeats of an attempt. */
export const HEARTBEAT_MS = 15_000;

export interface HeartbeatSender {
  broker: Broker;
  /** The name of this worker in its reports. */
  instance: string;
}

/** Tells the orchestrator that this worker has the attempt. `progress` is null when it is unknown. */
export function sendHeartbeat(
  { broker, instance: worker }: HeartbeatSender,
  { task_id, step_id, attempt }: StepRun,
  { elapsedMs: elapsed_ms, progress }: { elapsedMs: number; progress: number | null },
): Promise<PublishOutcome> {
  return broker.publish('step.alive', { task_id, step_id, attempt, elapsed_ms, progress, worker });
}
