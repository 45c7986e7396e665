import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MediaRef, TranscribeOutput } from '@medley/contracts';
import { openWorkerLab, type WorkerLab } from '../../../tests/support/worker-lab';
import { writeToneListeners } from './tiny-models/tone-listeners';
import { writeToneRecognisers } from './tiny-models/tone-recognisers';
import { toneWav, type Tone } from './tone-wav';
import { transcriberService } from './transcriber-harness';

export const ctc = { name: 'ctc', type: 'nemo_ctc', dir: 'ctc', num_threads: 1 };
export const transducer = { name: 'transducer', type: 'transducer', dir: 'transducer', num_threads: 1 };
export const whisper = { name: 'whisper', type: 'whisper', dir: 'whisper', num_threads: 1 };
export const vad = { model: 'vad.onnx' };
export const diarization = { segmentation: 'segmentation.onnx', embedding: 'embedding.onnx' };

/** The transcriber with sherpa-onnx and models that hear «low» and «high» in tones. */
export interface SherpaLab {
  lab: WorkerLab;
  /** Where the models are; the list of engines is beside them. */
  directory: string;
  putTones(tones: readonly Tone[]): Promise<MediaRef>;
  hear(tones: readonly Tone[], options?: object): Promise<TranscribeOutput>;
  close(): Promise<void>;
}

/** `spoil` may change files after they were written. */
export async function openSherpaLab(
  row: object,
  spoil: (directory: string) => Promise<void> = () => Promise.resolve(),
): Promise<SherpaLab> {
  const directory = await mkdtemp(join(tmpdir(), 'medley-tones-'));
  await writeToneRecognisers(directory);
  await writeToneListeners(directory);
  await spoil(directory);
  const list = join(directory, 'engines.json');
  await writeFile(list, JSON.stringify([{ kind: 'sherpa', name: 'home', ...row }]));
  const lab = await openWorkerLab(transcriberService, { ASR_ENGINES_FILE: list });
  const putTones: SherpaLab['putTones'] = async (tones) => {
    const duration = tones.reduce((sum, [, seconds]) => sum + seconds, 0);
    return lab.putMedia(toneWav(tones), { content_type: 'audio/wav', duration });
  };
  return {
    lab,
    directory,
    putTones,
    async hear(tones, options = {}) {
      const media = await putTones(tones);
      const { data } = await lab.succeed({ media }, { language: 'auto', diarization: false, ...options });
      return data as TranscribeOutput;
    },
    async close() {
      await lab.close();
      await rm(directory, { recursive: true });
    },
  };
}

/** The processes that hold models for this one. Linux only. */
export async function modelProcesses(): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const isOurs = await Promise.all(
    ids.map(async (id) => {
      const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
      return command.includes('sherpa-process.js') && status.includes(`\nPPid:\t${process.pid}\n`);
    }),
  );
  return ids.filter((_, index) => isOurs[index]).map(Number);
}

/** Hundredths of a second that a process has computed. Linux only. */
export async function cpuTicks(id: number): Promise<number> {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[12]);
}
