import { SAMPLE_RATE } from '../audio/wav-format';

/** Samples between the starts of consecutive frames. */
export const HOP = 256;
/** Frames per second: 62.5. */
export const FRAME_RATE = SAMPLE_RATE / HOP;
/** Mel-frequency cepstral coefficients of a frame. */
export const COEFFICIENTS = 18;

/** Features of each frame of a recording. */
export interface AcousticFeatures {
  frames: number;
  /** Mel-frequency cepstral coefficients (MFCC), `COEFFICIENTS` for each frame. */
  cepstra: Float32Array;
  /** dBFS. */
  loudness: Float32Array;
  /** Periodicity, 0..1: high for vowels, low for noise. */
  voicing: Float32Array;
}

/** A range of frames; `to` is exclusive. */
export interface FrameSpan {
  from: number;
  to: number;
}
