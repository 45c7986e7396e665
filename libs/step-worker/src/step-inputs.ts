import { readPayload, type BlobStore } from '@medley/blobs';
import { charactersOf, textLimits, type Payload, type StepInput } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { StepInputs } from './step-handler';

/** The inputs of a `step.run` message, read on demand; media that must be copied goes into the workspace. */
export function stepInputs(input: StepInput, blobs: BlobStore, workspace: () => Promise<string>): StepInputs {
  const media = (): NonNullable<StepInput['media']> => required(input.media, 'media');
  return {
    url: () => required(input.url, 'link'),
    sourceHeaders: () => input.source_headers ?? null,
    text: async () => readPayload(blobs, checkLength(required(input.text, 'text'))),
    media,
    mediaPath: async () => blobs.localPath(media().blob, await workspace()),
    mapping: async () => readPayload(blobs, required(input.mapping, 'mapping')),
    transcript: async () => (input.transcript ? readPayload(blobs, input.transcript) : null),
    depersonalized: async () => readPayload(blobs, required(input.depersonalized, 'depersonalized text')),
    part: () => required(input.part, 'part'),
  };
}

function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new AppError('MESSAGE_REJECTED', `the step was sent without its ${what}`);
  return value;
}

/** The orchestrator sends no longer texts; those of an older version are refused before they are read. */
function checkLength(text: Payload): Payload {
  if (charactersOf(text) <= textLimits.joinedMax) return text;
  throw new AppError(
    'TEXT_TOO_LONG',
    `the text is longer than the ${textLimits.joinedMax} characters a step takes`,
  );
}
