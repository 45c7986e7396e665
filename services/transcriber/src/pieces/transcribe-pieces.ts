import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@medley/kit';
import { isSilence } from '../audio/choose-cut';
import { FRAME_RATE, FRAME_SAMPLES } from '../audio/measure-levels';
import { planPieces, type PlannedPiece } from '../audio/plan-pieces';
import type { PreparedAudio } from '../audio/prepare-audio';
import { HEAD_BYTES, SAMPLE_BYTES } from '../audio/wav-format';
import { writePiece } from '../audio/write-piece';
import type { Heard, SpeechEngine, SpeechPiece, SpeechRequest } from '../engines/speech-engine';
import type { HeardPiece } from './heard-piece';
import { settleTogether } from './settle-together';
import { shiftHeard } from './shift-heard';

export interface PiecesJob {
  engine: SpeechEngine;
  request: SpeechRequest;
  audio: PreparedAudio;
  levels: Float32Array;
  workspace: string;
  /** 0 to 1, after each piece. */
  progress: (fraction: number) => void;
}

const NOTHING: Heard = { text: '', language: null, segments: [], words: [] };

/**
 * What the engine hears in each piece, in order and on the clock of the recording. It is asked for as many pieces at
 * once as it takes; pieces without any sound are not sent to it.
 */
export async function transcribePieces(job: PiecesJob, signal: AbortSignal): Promise<HeardPiece[]> {
  const { engine, levels } = job;
  const bytesMax = Math.floor((engine.pieceBytesMax - HEAD_BYTES) / (FRAME_SAMPLES * SAMPLE_BYTES));
  const framesMax = Math.max(1, Math.min(bytesMax, Math.floor(engine.pieceSecondsMax * FRAME_RATE)));
  const planned = planPieces(levels, framesMax);
  let framesDone = 0;
  return settleTogether(planned, {
    count: engine.concurrency,
    signal,
    run: async (piece, index, any) => {
      const heard = await hearPiece(job, { piece, index, isOnly: planned.length === 1 }, any);
      framesDone += piece.to - piece.from;
      job.progress(framesDone / levels.length);
      return heard;
    },
  });
}

async function hearPiece(
  { audio, engine, levels, request, workspace }: PiecesJob,
  { piece, index, isOnly }: { piece: PlannedPiece; index: number; isOnly: boolean },
  signal: AbortSignal,
): Promise<HeardPiece> {
  const times = secondsOf(piece, audio);
  if (isSilence(levels.subarray(piece.start, piece.end))) return { ...times, heard: NOTHING };
  if (isOnly) {
    const heard = await ask(engine, {
      piece: { path: audio.path, duration: audio.duration },
      request,
      signal,
    });
    return { ...times, heard: shiftHeard(heard, times) };
  }
  const firstSample = piece.start * FRAME_SAMPLES;
  const endSample = Math.min(audio.samples, piece.end * FRAME_SAMPLES);
  const path = join(workspace, `piece-${index}.wav`);
  await writePiece(audio, { path, firstSample, endSample }, signal);
  const heard = await ask(engine, { piece: { path, duration: times.end - times.start }, request, signal });
  await rm(path);
  return { ...times, heard: shiftHeard(heard, times) };
}

/** A program that crashed over one of many pieces is run again once; engines see to other trouble themselves. */
async function ask(
  engine: SpeechEngine,
  { piece, request, signal }: { piece: SpeechPiece; request: SpeechRequest; signal: AbortSignal },
): Promise<Heard> {
  try {
    return await engine.transcribe(piece, request, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AppError) || error.code !== 'TOOL_CRASHED') throw error;
    return engine.transcribe(piece, request, signal);
  }
}

function secondsOf(piece: PlannedPiece, audio: PreparedAudio): Omit<HeardPiece, 'heard'> {
  const at = (frame: number): number => Math.min(audio.duration, frame / FRAME_RATE);
  return { start: at(piece.start), end: at(piece.end), from: at(piece.from), to: at(piece.to) };
}
