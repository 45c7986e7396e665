import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@medley/kit';
import { isSilence } from '../audio/choose-cut-point';
import { FRAME_RATE, FRAME_SAMPLES } from '../audio/measure-levels';
import { planChunks, type PlannedChunk } from '../audio/plan-chunks';
import type { PreparedAudio } from '../audio/prepare-audio';
import { WAV_HEADER_BYTES, SAMPLE_BYTES } from '../audio/wav-format';
import { writeChunk } from '../audio/write-chunk';
import type { RecognitionResult, SpeechEngine, AudioChunk, SpeechRequest } from '../engines/speech-engine';
import type { TranscribedChunk } from './transcribed-chunk';
import { mapConcurrently } from './map-concurrently';
import { offsetChunk } from './offset-chunk';

export interface ChunksJob {
  engine: SpeechEngine;
  request: SpeechRequest;
  audio: PreparedAudio;
  levels: Float32Array;
  workspace: string;
  /** 0 to 1, after each chunk. */
  progress: (fraction: number) => void;
}

const NOTHING: RecognitionResult = { text: '', language: null, segments: [], words: [] };

/**
 * What the engine hears in each chunk, in order and on the clock of the recording. It is asked for as many chunks at
 * once as it takes; chunks without any sound are not sent to it.
 */
export async function transcribeChunks(job: ChunksJob, signal: AbortSignal): Promise<TranscribedChunk[]> {
  const { engine, levels } = job;
  const bytesMax = Math.floor((engine.chunkBytesMax - WAV_HEADER_BYTES) / (FRAME_SAMPLES * SAMPLE_BYTES));
  const framesMax = Math.max(1, Math.min(bytesMax, Math.floor(engine.chunkSecondsMax * FRAME_RATE)));
  const planned = planChunks(levels, framesMax);
  let framesDone = 0;
  return mapConcurrently(planned, {
    count: engine.concurrency,
    signal,
    run: async (chunk, index, any) => {
      const heard = await transcribeChunk(job, { chunk, index, isOnly: planned.length === 1 }, any);
      framesDone += chunk.to - chunk.from;
      job.progress(framesDone / levels.length);
      return heard;
    },
  });
}

async function transcribeChunk(
  { audio, engine, levels, request, workspace }: ChunksJob,
  { chunk, index, isOnly }: { chunk: PlannedChunk; index: number; isOnly: boolean },
  signal: AbortSignal,
): Promise<TranscribedChunk> {
  const times = secondsOf(chunk, audio);
  if (isSilence(levels.subarray(chunk.start, chunk.end))) return { ...times, heard: NOTHING };
  if (isOnly) {
    const heard = await ask(engine, {
      chunk: { path: audio.path, duration: audio.duration },
      request,
      signal,
    });
    return { ...times, heard: offsetChunk(heard, times) };
  }
  const firstSample = chunk.start * FRAME_SAMPLES;
  const endSample = Math.min(audio.samples, chunk.end * FRAME_SAMPLES);
  const path = join(workspace, `chunk-${index}.wav`);
  await writeChunk(audio, { path, firstSample, endSample }, signal);
  const heard = await ask(engine, { chunk: { path, duration: times.end - times.start }, request, signal });
  await rm(path);
  return { ...times, heard: offsetChunk(heard, times) };
}

/** A program that crashed over one of many chunks is run again once; engines see to other trouble themselves. */
async function ask(
  engine: SpeechEngine,
  { chunk, request, signal }: { chunk: AudioChunk; request: SpeechRequest; signal: AbortSignal },
): Promise<RecognitionResult> {
  try {
    return await engine.transcribe(chunk, request, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError) || error.code !== 'TOOL_CRASHED') throw error;
    return engine.transcribe(chunk, request, signal);
  }
}

function secondsOf(chunk: PlannedChunk, audio: PreparedAudio): Omit<TranscribedChunk, 'heard'> {
  const at = (frame: number): number => Math.min(audio.duration, frame / FRAME_RATE);
  return { start: at(chunk.start), end: at(chunk.end), from: at(chunk.from), to: at(chunk.to) };
}
