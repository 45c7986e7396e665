import type { BlobStore } from '@medley/blobs';
import type {
  MediaPart,
  MediaRef,
  StepKind,
  StepOutputs,
  StepRunOptions,
  StepUsage,
} from '@medley/contracts';
import type { Logger } from '@medley/kit';
import type { AnswerWords } from './answer-words';

/** The inputs of a step, read lazily: a handler calls what its kind needs. */
export interface StepInputs {
  /** The task's link (fetch). */
  url(): string;
  /** The sealed headers for the origin of the link, and their account; null: none (fetch). */
  sourceHeaders(): { account_id: string; sealed: string } | null;
  /** The text of the step's dependencies or of the task. */
  text(): Promise<string>;
  media(): MediaRef;
  /** The path of a local file with the media; read-only. */
  mediaPath(): Promise<string>;
  /** The encrypted mapping of the depersonalize step it depends on (restore). */
  mapping(): Promise<string>;
  /**
   * The output, as JSON, of the transcribe step whose text this is (depersonalize), or was (redact); null when it is
   * another text.
   */
  transcript(): Promise<string | null>;
  /** The output, as JSON, of the depersonalize step (redact). */
  depersonalized(): Promise<string>;
  /** Which part of the transcribed sound the media is (redact). */
  part(): MediaPart;
}

export interface StepContext<K extends StepKind> {
  taskId: string;
  stepId: string;
  attempt: number;
  options: StepRunOptions[K];
  /** Seconds of media covered by the reservation: the handler fails before spending on more. Null: no limit was sent. */
  mediaSecondsMax: number | null;
  /** Aborted by a cancel, the time limit or a shutdown; pass it to every long operation. */
  signal: AbortSignal;
  /** A private empty directory, made by the first call and deleted after the attempt. */
  workspace(): Promise<string>;
  blobs: BlobStore;
  /** The blob key of a file of this attempt. */
  blobKey(name: string): string;
  /** Report progress, 0..1; calls are throttled. */
  progress(fraction: number): void;
  /** Passes on a text as it is written; null: nobody may see it before the end of the step. */
  words: AnswerWords | null;
  logger: Logger;
}

export interface StepResult<K extends StepKind> {
  output: StepOutputs[K];
  /** Input for dependent steps. Default: `output.text` when the kind produces text. */
  text?: string;
  media?: MediaRef;
  mapping?: string;
  usage?: StepUsage;
}

/** Executes steps of one kind. Throws an AppError with a step error code to fail. */
export type StepHandler<K extends StepKind> = (
  inputs: StepInputs,
  context: StepContext<K>,
) => Promise<StepResult<K>>;
