import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MediaRef, TranscribeOutput } from '@medley/contracts';
import { startServiceHarness, type ServiceHarness } from '@medley/testing/worker';
import { writeToneDetectors } from './tiny-models/tone-detectors';
import { writeToneRecognizers } from './tiny-models/tone-recognizers';
import { toneWav, type Tone } from './tone-wav';
import { transcriberService } from './transcriber-harness';

export const ctc = { name: 'ctc', type: 'nemo_ctc', dir: 'ctc', num_threads: 1 };
export const transducer = { name: 'transducer', type: 'transducer', dir: 'transducer', num_threads: 1 };
export const whisper = { name: 'whisper', type: 'whisper', dir: 'whisper', num_threads: 1 };
export const vad = { model: 'vad.onnx' };
export const diarization = { segmentation: 'segmentation.onnx', embedding: 'embedding.onnx' };

/** The transcriber with sherpa-onnx and models that recognize low and high tones as the words «low» and «high». */
export interface SherpaHarness {
  worker: ServiceHarness;
  /** The directory of the models and the list of engines. */
  directory: string;
  putTones(tones: readonly Tone[]): Promise<MediaRef>;
  transcribe(tones: readonly Tone[], options?: object): Promise<TranscribeOutput>;
  close(): Promise<void>;
}

/** `corrupt` may change files after they were written. */
export async function startSherpaHarness(
  row: object,
  corrupt: (directory: string) => Promise<void> = () => Promise.resolve(),
): Promise<SherpaHarness> {
  const directory = await mkdtemp(join(tmpdir(), 'medley-tones-'));
  await writeToneRecognizers(directory);
  await writeToneDetectors(directory);
  await corrupt(directory);
  const list = join(directory, 'engines.json');
  await writeFile(list, JSON.stringify([{ kind: 'sherpa', name: 'home', ...row }]));
  const worker = await startServiceHarness(transcriberService, { ASR_ENGINES_FILE: list });
  const putTones: SherpaHarness['putTones'] = async (tones) => {
    const duration = tones.reduce((sum, [, seconds]) => sum + seconds, 0);
    return worker.putMedia(toneWav(tones), { content_type: 'audio/wav', duration });
  };
  return {
    worker,
    directory,
    putTones,
    async transcribe(tones, options = {}) {
      const media = await putTones(tones);
      const { data } = await worker.succeed({ media }, { language: 'auto', diarization: false, ...options });
      return data as TranscribeOutput;
    },
    async close() {
      await worker.close();
      await rm(directory, { recursive: true });
    },
  };
}

/** Ids of the child processes with a model. Linux only. */
export async function modelProcesses(): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const isOurs = await Promise.all(
    ids.map(async (id) => {
      const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
      return command.includes('sherpa-process.') && status.includes(`\nPPid:\t${process.pid}\n`);
    }),
  );
  return ids.filter((_, index) => isOurs[index]).map(Number);
}

/** CPU time of a process in hundredths of a second. Linux only. */
export async function cpuTicks(id: number): Promise<number> {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[12]);
}
