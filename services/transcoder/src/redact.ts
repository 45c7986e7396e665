import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits, type RedactOptions, type TranscodeOutput } from '@medley/contracts';
import { isNotUnderstood, type FfmpegBinary } from '@medley/ffmpeg';
import { AppError } from '@medley/kit';
import type { StepContext, StepHandler, StepInputs } from '@medley/step-worker';
import { WorkerPoolError, type WorkerPool } from '@medley/worker-pool';
import { convertToMp3, openMedia, storeMp3, type OpenedMedia } from './convert-to-mp3';
import { planOutput, type OutputPlan } from './plan-output';
import { redactArgs, scriptOptions } from './redact-args';
import { redactionFilter } from './redaction-filter';
import type { RedactionJob, RedactionPlan } from './redaction-job';

export type RedactionPool = WorkerPool<RedactionJob, RedactionPlan>;

interface RedactDependencies {
  ffmpeg: FfmpegBinary;
  secondsAllowed: number;
  pool: RedactionPool;
}

const SCRIPT = 'redactions.txt';
/** Allowed deviation of the length: the last packet in seconds, delay and padding of the MP3 encoder in samples. */
const TOLERANCE_S = 0.25;
const PADDING_SAMPLES = 3_000;

/** The handler of `redact` steps: makes the entities of a depersonalized transcript inaudible. */
export function createRedact({ pool, ...dependencies }: RedactDependencies): StepHandler<'redact'> {
  return async (inputs, context) => {
    const { redactions, expected } = await planIn(pool, inputs, context);
    const opened = await openMedia(inputs, context, dependencies);
    const { with: sound = 'beep' } = context.options;
    const plan = planOutput(opened.media, {}, opened.limit.seconds);
    await writeFile(join(opened.workspace, SCRIPT), redactionFilter(redactions, { ...plan, sound }));
    const properties = await convert(opened, plan, context);
    checkLength(properties, expected);
    return {
      output: { ...properties, redactions },
      media: await storeMp3(opened, properties, context),
      usage: { media_seconds: properties.duration },
    };
  };
}

async function planIn(
  pool: RedactionPool,
  inputs: StepInputs,
  { options, taskId, signal }: StepContext<'redact'>,
): Promise<RedactionPlan> {
  const [transcript, depersonalized] = await Promise.all([inputs.transcript(), inputs.depersonalized()]);
  if (transcript === null) throw new AppError('MESSAGE_REJECTED', 'the step was sent without its transcript');
  const job = { transcript, depersonalized, part: inputs.part(), padding: paddingOf(options) };
  try {
    return await pool.run(job, { account: taskId, signal });
  } catch (error) {
    if (!(error instanceof WorkerPoolError)) throw error;
    throw error.failure === 'timeout'
      ? new AppError('STEP_TIMEOUT', 'the transcript took too long to be searched')
      : new AppError('STEP_CRASHED', 'the search in the transcript stopped unexpectedly', { cause: error });
  }
}

/** Seconds. */
function paddingOf({ padding_ms = limits.paddingMsDefault }: RedactOptions): number {
  return padding_ms / 1_000;
}

/** The newest versions of FFmpeg know the second spelling only, the older ones the first. */
async function convert(
  opened: OpenedMedia,
  plan: OutputPlan,
  context: StepContext<'redact'>,
): Promise<TranscodeOutput> {
  const [option, newer] = scriptOptions;
  const argsWith = (name: (typeof scriptOptions)[number]): string[] =>
    redactArgs(opened, plan, { option: name, script: SCRIPT });
  try {
    return await convertToMp3(opened, { plan, args: argsWith(option) }, context);
  } catch (error) {
    if (!isNotUnderstood(error)) throw error;
    return convertToMp3(opened, { plan, args: argsWith(newer) }, context);
  }
}

/** In a sound of another length the times would be wrong. @throws AppError MEDIA_LENGTH_MISMATCH */
function checkLength({ duration, sample_rate }: TranscodeOutput, expected: number): void {
  if (Math.abs(duration - expected) <= TOLERANCE_S + PADDING_SAMPLES / sample_rate) return;
  throw new AppError(
    'MEDIA_LENGTH_MISMATCH',
    `the sound lasts ${duration.toFixed(1)} s, but ${expected.toFixed(1)} s of it were transcribed`,
  );
}
