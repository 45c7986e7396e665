import { waveformBlobKey } from '@medley/blobs';
import { messageOf } from '@medley/kit';
import type { StepContext } from '@medley/step-worker';
import { measureWaveform } from './measure-waveform';

type WaveformContext = Pick<StepContext<'transcode'>, 'signal' | 'blobs' | 'logger'>;

/**
 * Store the waveform of the sound `to` beside its blob. A sound without one is of use, too: a failure is logged.
 * @throws the reason of the signal
 */
export async function storeWaveform(
  { ffmpeg, to, workspace }: { ffmpeg: string; to: string; workspace: string },
  soundKey: string,
  { signal, blobs, logger }: WaveformContext,
): Promise<void> {
  try {
    const waveform = await measureWaveform({ ffmpeg, path: to, workspace, signal });
    if (waveform === null) logger.warn('the sound could not be reduced to a waveform');
    else await blobs.put(waveformBlobKey(soundKey), Buffer.from(waveform));
  } catch (error) {
    signal.throwIfAborted();
    logger.warn('a sound has no waveform', { error: messageOf(error) });
  }
}
