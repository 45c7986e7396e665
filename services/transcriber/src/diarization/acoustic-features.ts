import { SAMPLE_RATE } from '../audio/wav-format';

/** Samples from one frame to the next. */
export const HOP = 256;
/** Frames in a second. */
export const FRAME_RATE = SAMPLE_RATE / HOP;
export const COEFFICIENTS = 18;

/** What is measured of each frame of a recording. */
export interface AcousticFeatures {
  frames: number;
  /** Mel cepstral coefficients, `COEFFICIENTS` for each frame. */
  cepstra: Float32Array;
  /** Decibels below full scale. */
  loudness: Float32Array;
  /** From 0 to 1, how periodic the sound is: vowels are, noise is not. */
  voicing: Float32Array;
}

/** Frames from `from` up to but not including `to`. */
export interface FrameSpan {
  from: number;
  to: number;
}
