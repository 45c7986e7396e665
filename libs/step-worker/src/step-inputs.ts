import { readPayload, type BlobStore } from '@medley/blobs';
import { charactersOf, textLimits, type Payload, type StepInput } from '@medley/contracts';
import { AppError } from '@medley/kit';
import type { StepInputs } from './step-handler';

/** What the message brought, read when the handler asks; media lands in the workspace if it must be copied. */
export function stepInputs(input: StepInput, blobs: BlobStore, workspace: string): StepInputs {
  const media = (): NonNullable<StepInput['media']> => given(input.media, 'media');
  return {
    url: () => given(input.url, 'link'),
    text: async () => readPayload(blobs, bounded(given(input.text, 'text'))),
    media,
    mediaPath: async () => blobs.localPath(media().blob, workspace),
    mapping: async () => readPayload(blobs, given(input.mapping, 'mapping')),
  };
}

function given<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new AppError('MESSAGE_REJECTED', `the step was sent without its ${what}`);
  return value;
}

/** The orchestrator sends nothing longer; what an older one may have sent is not read either. */
function bounded(text: Payload): Payload {
  if (charactersOf(text) <= textLimits.joinedMax) return text;
  throw new AppError(
    'TEXT_TOO_LONG',
    `the text is longer than the ${textLimits.joinedMax} characters a step takes`,
  );
}
