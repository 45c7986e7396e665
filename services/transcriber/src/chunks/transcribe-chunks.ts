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

/** A recording to transcribe. */
export interface ChunksJob {
  engine: SpeechEngine;
  request: SpeechRequest;
  audio: PreparedAudio;
  /** As `measureLevels` returns them. */
  levels: Float32Array;
  workspace: string;
  /** Called after each chunk, 0..1. */
  progress: (fraction: number) => void;
}

const NO_SPEECH: RecognitionResult = { text: '', language: null, segments: [], words: [] };

/**
 * Transcribes a recording in chunks that fit the limits of the engine; returns them in order. Chunks are transcribed
 * concurrently, up to `engine.concurrency`; silent ones are not sent to the engine.
 * @throws AppError the error of the engine; the reason of the signal
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
    run: async (chunk, index, chunkSignal) => {
      const isOnly = planned.length === 1;
      const transcribed = await transcribeChunk(job, { chunk, index, isOnly }, chunkSignal);
      framesDone += chunk.to - chunk.from;
      job.progress(framesDone / levels.length);
      return transcribed;
    },
  });
}

async function transcribeChunk(
  { audio, engine, levels, request, workspace }: ChunksJob,
  { chunk, index, isOnly }: { chunk: PlannedChunk; index: number; isOnly: boolean },
  signal: AbortSignal,
): Promise<TranscribedChunk> {
  const times = secondsOf(chunk, audio);
  if (isSilence(levels.subarray(chunk.start, chunk.end))) return { ...times, result: NO_SPEECH };
  if (isOnly) {
    const result = await recognizeWithRetry(engine, {
      chunk: { path: audio.path, duration: audio.duration },
      request,
      signal,
    });
    return { ...times, result: offsetChunk(result, times) };
  }
  const firstSample = chunk.start * FRAME_SAMPLES;
  const endSample = Math.min(audio.samples, chunk.end * FRAME_SAMPLES);
  const path = join(workspace, `chunk-${index}.wav`);
  await writeChunk(audio, { path, firstSample, endSample }, signal);
  const audioChunk = { path, duration: times.end - times.start };
  const result = await recognizeWithRetry(engine, { chunk: audioChunk, request, signal });
  await rm(path);
  return { ...times, result: offsetChunk(result, times) };
}

/** Retries once when the process of a local engine crashed; engines retry other failures themselves. */
async function recognizeWithRetry(
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

function secondsOf(chunk: PlannedChunk, audio: PreparedAudio): Omit<TranscribedChunk, 'result'> {
  const at = (frame: number): number => Math.min(audio.duration, frame / FRAME_RATE);
  return { start: at(chunk.start), end: at(chunk.end), from: at(chunk.from), to: at(chunk.to) };
}
