import type { BlobStore } from '@medley/blobs';
import type { MediaRef, StepKind, StepOutputs, StepRunOptions, StepUsage } from '@medley/contracts';
import type { Logger } from '@medley/kit';

/** What a step works on. Reading is lazy: a handler asks for what its kind takes. */
export interface StepInputs {
  /** The task's link (fetch). */
  url(): string;
  /** The text from above or of the task. */
  text(): Promise<string>;
  media(): MediaRef;
  /** A local file with the media's bytes, to be read only. */
  mediaPath(): Promise<string>;
  /** The encrypted mapping of the depersonalization above (restore). */
  mapping(): Promise<string>;
}

export interface StepContext<K extends StepKind> {
  taskId: string;
  stepId: string;
  attempt: number;
  options: StepRunOptions[K];
  /** Seconds of media that are paid for: the handler fails beyond them, before it spends anything. Null: nobody said. */
  mediaSecondsMax: number | null;
  /** Aborted by a cancel, by the time limit and by a shutdown that cannot wait; everything long listens to it. */
  signal: AbortSignal;
  /** A private empty directory, gone after the attempt. */
  workspace: string;
  blobs: BlobStore;
  /** A blob key of this attempt. */
  blobKey(name: string): string;
  /** Tell how far the step is, 0..1; as often as you like. */
  progress(fraction: number): void;
  logger: Logger;
}

export interface StepResult<K extends StepKind> {
  output: StepOutputs[K];
  /** For the steps below. Default: `output.text` when the kind gives text. */
  text?: string;
  media?: MediaRef;
  mapping?: string;
  usage?: StepUsage;
}

/** One step kind's work: input and context in, output out. Throw an AppError with a step error code to fail. */
export type StepHandler<K extends StepKind> = (
  inputs: StepInputs,
  context: StepContext<K>,
) => Promise<StepResult<K>>;
