import { storePayload, type BlobStore } from '@medley/blobs';
import type { Payload, StepKind, StepSuccess } from '@medley/contracts';
import type { StepResult } from './step-handler';

/** Turn a handler's result into what travels: small values inline, large ones as blobs of this attempt. */
export async function reportSuccess<K extends StepKind>(
  result: StepResult<K>,
  blobs: BlobStore,
  blobKey: (name: string) => string,
): Promise<StepSuccess> {
  const text = result.text ?? textOf(result.output);
  const store = (name: string, value: string | undefined): Promise<Payload> | null =>
    value === undefined ? null : storePayload(blobs, blobKey(name), value);
  const [output, textPayload, mapping] = await Promise.all([
    storePayload(blobs, blobKey('result.json'), JSON.stringify(result.output)),
    store('result.txt', text),
    store('result.mapping', result.mapping),
  ]);
  return {
    outcome: 'completed',
    output,
    text: textPayload,
    media: result.media ?? null,
    mapping,
    usage: result.usage ?? {},
  };
}

/** The text kinds all carry what flows on as `text`. */
function textOf(output: object): string | undefined {
  return 'text' in output && typeof output.text === 'string' ? output.text : undefined;
}
