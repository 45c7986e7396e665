import type { StepClaim, StepFinished, StepRun } from './step-messages';
import type { LongInput } from './prompt-templates';
import type { StepKind } from './step-kinds';
import type { DurableEventType } from './task';

/** Announces a durable event of a task to its subscribers; the event is in the task document too, so the signal may be lost. */
interface TaskEventSignal {
  task_id: string;
  /** Sequence number of the newest event that this signal announces. */
  seq: number;
  type: DurableEventType;
  /** The task as JSON (`reviveTask`) when it has ended and is small, so that a waiting gateway need not read it. */
  task?: object;
}

/** A gateway of the version before has published the first step of this task: its report follows soon. */
interface TaskSentSignal {
  /** The task as JSON (`reviveTask`), so that nobody need read it. */
  task: object;
}

/** A gateway offers a worker the steps of a task that is not stored yet. */
interface StepOfferedSignal {
  run: StepRun;
  /** Topic of the reply, `step.replied`. */
  reply_to: string;
  /** Milliseconds for which the gateway waits for it. */
  wait_ms: number;
}

export interface StepProgressSignal {
  task_id: string;
  step_id: string;
  attempt: number;
  /** 0..1 */
  progress: number;
}

/** Words of an answer that is being written. */
export interface StepDeltaSignal {
  task_id: string;
  step_id: string;
  attempt: number;
  /** Counts the answers that the attempt has begun, from 1: one that broke off is followed by another from its first word. */
  answer: number;
  /** UTF-16 code units of the answer before this text; more than have arrived when deltas were lost. */
  offset: number;
  text: string;
}

/** `step_id` null: every step of the task; `attempt`: only this one. */
export interface StepCancelSignal {
  task_id: string;
  step_id: string | null;
  attempt?: number;
}

/** Answers a claim: `run` starts the attempt, `drop` acks its message without a start, `wait` asks again later. */
export interface StepClaimedSignal extends StepClaim {
  answer: 'run' | 'wait' | 'drop';
}

export interface EngineInfo {
  name: string;
  ready: boolean;
  /** Why not ready, naming the missing setting. */
  reason: string | null;
  models: string[];
  default_model: string | null;
  /** Context window in tokens (prompt and completion), by model; language models only. */
  context_tokens?: Record<string, number>;
  /** By each name in `models`; speech models only, absent in earlier versions. */
  languages?: Record<string, ModelLanguages>;
}

/** What a speech model knows of languages. */
export interface ModelLanguages {
  /** ISO 639-1; null: unknown or not restricted. */
  known: string[] | null;
  /** Whether it tells the language of a recording itself (`auto`). */
  detects: boolean;
}

export interface WorkerAnnouncement {
  kind: StepKind;
  instance: string;
  /** Whether this instance can run steps of this kind. */
  ready: boolean;
  reason: string | null;
  engines: EngineInfo[];
  default_engine: string | null;
  /** Steps of this kind that the instance runs at the same time; absent in earlier versions. */
  concurrency?: number;
  /** Whether the instance takes messages with several bodies. */
  shares_messages?: boolean;
  /** Whether it takes steps that a gateway offers it (`step.offered`). */
  takes_offers?: boolean;
  /** Whether it takes no steps, because an operator has paused the kind; absent in earlier versions. */
  paused?: boolean;
  /** By prompt template: the strategy for text that is too long for the model; llm only. */
  long_inputs?: Record<string, LongInput>;
}

/** Which tasks a listener hears, so that nobody publishes events of the others. */
interface ListenerTopics {
  /** A random id. */
  listener: string;
  /** `remove`: of earlier versions; what is missing from the next `replace` is removed, too. */
  change: 'replace' | 'add' | 'remove';
  /** Topics of the form `events.<task id>.#`; null: all topics. */
  topics: string[] | null;
}

/** Steps await a turn. */
interface TurnsWaitingSignal {
  kinds: StepKind[];
  /** The accounts of these steps; absent: any. */
  accounts?: string[];
}

/** Keys of an account were changed or removed: gateways forget what they have cached of them. */
interface KeysChangedSignal {
  account_id: string;
}

/**
 * The kinds that an operator has paused: all of them, sent when they change, every 2 s, and when a worker announces itself.
 * A worker takes no work before it has heard one.
 */
interface KindsPausedSignal {
  kinds: StepKind[];
  /** Fingerprint of the master key that seals; absent from orchestrators of earlier versions. */
  master_key?: string;
  /** Of the one that older values are sealed with, while the master key is being rotated. */
  previous_master_key?: string;
}

/** A process says how it is; every 5 s. */
export interface ProcessReport {
  service: string;
  instance: string;
  version: string;
  /** When it started, ISO 8601. */
  started_at: string;
  ok: boolean;
  /** Reason by check, only for checks that failed. */
  reasons: Record<string, string>;
  /** Warnings by subject. */
  warnings: Record<string, string>;
}

interface ProcessReportedSignal extends ProcessReport {
  /** Fingerprints of the master keys that it opens and seals with, none: it uses none; absent from earlier versions. */
  master_keys?: { opens: string[]; seals: string[] };
}

/** Best-effort signals over one topic exchange: not confirmed, not stored; no receiver may depend on their delivery. */
export interface SignalBodies {
  'task.event': TaskEventSignal;
  'task.sent': TaskSentSignal;
  'step.offered': StepOfferedSignal;
  'step.replied': StepFinished;
  'step.progress': StepProgressSignal;
  'step.delta': StepDeltaSignal;
  'step.cancel': StepCancelSignal;
  'step.claimed': StepClaimedSignal;
  'turns.waiting': TurnsWaitingSignal;
  'keys.changed': KeysChangedSignal;
  'kinds.paused': KindsPausedSignal;
  'process.reported': ProcessReportedSignal;
  'worker.announced': WorkerAnnouncement;
  'worker.census': Record<string, never>;
  'listener.topics': ListenerTopics;
}
export type SignalName = keyof SignalBodies;

/** Routing keys of signals, also the binding patterns to subscribe to them: `events.<task id>.<type>`, `control.<kind>`, … */
export const signalTopics = {
  taskEvent: (taskId: string, type: string): string => `events.${taskId}.${type}`,
  allOfTask: (taskId: string): string => `events.${taskId}.#`,
  /** Events of all tasks, without those of their steps. */
  taskEvents: 'events.*.task.*',
  taskSent: 'tasks.sent',
  stepOffered: (kind: StepKind, worker: string): string => `offers.${kind}.${worker}`,
  stepReplied: (gateway: string): string => `replies.${gateway}`,
  stepCancel: 'control.step.cancel',
  stepClaimed: (worker: string): string => `control.claimed.${worker}`,
  turnsWaiting: 'control.turns.waiting',
  keysChanged: 'control.keys.changed',
  kindsPaused: 'control.kinds.paused',
  processReported: 'processes.reported',
  workerAnnounced: 'workers.announced',
  workerCensus: 'workers.census',
  listenerTopics: 'listeners.topics',
} as const;
