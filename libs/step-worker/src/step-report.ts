import { storePayload, storeText, type BlobStore } from '@medley/blobs';
import { countCodePoints, textLimits, type StepKind, type StepSuccess } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { StepResult } from './step-handler';

/**
 * Converts a handler's result into a message body: small values inline, large ones as blobs of this attempt.
 * @throws AppError TEXT_TOO_LONG for a result beyond `textLimits`, before any of it is stored; Error for numbers that the
 * publisher would refuse
 */
export async function reportSuccess<K extends StepKind>(
  result: StepResult<K>,
  blobs: BlobStore,
  blobKey: (name: string) => string,
): Promise<StepSuccess> {
  refuseInvalid(result);
  const text = result.text ?? textOf(result.output) ?? null;
  const output = JSON.stringify(result.output);
  refuseLong({ text, output, mapping: result.mapping ?? null });
  const [outputPayload, textPayload, mapping] = await Promise.all([
    storePayload(blobs, blobKey('result.json'), output),
    text === null ? null : storeText(blobs, blobKey('result.txt'), text),
    result.mapping === undefined ? null : storePayload(blobs, blobKey('result.mapping'), result.mapping),
  ]);
  return {
    outcome: 'completed',
    output: outputPayload,
    text: textPayload,
    media: result.media ?? null,
    mapping,
    usage: result.usage ?? {},
  };
}

/** A number that is none (NaN) fails the step, since the report of it could never be published. */
function refuseInvalid({ usage, media }: Pick<StepResult<StepKind>, 'usage' | 'media'>): void {
  const numbers = [usage?.media_seconds, usage?.characters, media?.size, media?.duration];
  for (const number of numbers) {
    if (typeof number !== 'number') continue;
    if (!(number >= 0 && number <= Number.MAX_SAFE_INTEGER))
      throw new Error('the result has an invalid number');
  }
  if (media && !Number.isInteger(media.size)) throw new Error('the result has media of an invalid size');
}

function refuseLong(result: { text: string | null; output: string; mapping: string | null }): void {
  const { outputTextMax, outputBytesMax, mappingBytesMax } = textLimits;
  const characters = countCodePoints(result.text ?? '');
  if (characters > outputTextMax) {
    throw tooLong(`the text it gives has ${characters} characters, at most ${outputTextMax} are kept`);
  }
  if (Buffer.byteLength(result.output) > outputBytesMax) {
    throw tooLong(`its output is larger than the ${outputBytesMax} bytes that are kept`);
  }
  if (Buffer.byteLength(result.mapping ?? '') > mappingBytesMax) {
    throw tooLong(`its mapping is larger than the ${mappingBytesMax} bytes that are kept`);
  }
}

function tooLong(reason: string): AppError {
  return new AppError('TEXT_TOO_LONG', `the step did its work, but ${reason}`);
}

/** Kinds that produce text have it in `output.text`. */
function textOf(output: object): string | undefined {
  return 'text' in output && typeof output.text === 'string' ? output.text : undefined;
}
