import { FrameAnalyzer, WINDOW } from './frame-analyzer';
import { readWavSamples } from './read-wav-samples';
import { COEFFICIENTS, HOP, type AcousticFeatures } from './acoustic-features';

/** Initial capacity; doubled when it is exceeded. */
const INITIAL_FRAMES = 4_096;

/**
 * Computes the features of prepared audio in one pass. The result takes 18 MB per hour.
 * @throws Error when the file is not prepared audio
 */
export function extractFeatures(wavPath: string): AcousticFeatures {
  const analyzer = new FrameAnalyzer();
  let features = withCapacity(INITIAL_FRAMES);
  let frames = 0;
  let rest = new Float32Array(0);
  for (const block of readWavSamples(wavPath)) {
    const samples = new Float32Array(rest.length + block.length);
    samples.set(rest);
    samples.set(block, rest.length);
    let at = 0;
    for (; at + WINDOW <= samples.length; at += HOP) {
      if (frames === features.frames) features = doubled(features);
      analyzer.load(samples, at);
      features.loudness[frames] = analyzer.loudness();
      features.voicing[frames] = analyzer.voicing();
      analyzer.writeCepstrum(features.cepstra, frames * COEFFICIENTS);
      frames += 1;
    }
    rest = samples.slice(at);
  }
  return {
    frames,
    cepstra: features.cepstra.subarray(0, frames * COEFFICIENTS),
    loudness: features.loudness.subarray(0, frames),
    voicing: features.voicing.subarray(0, frames),
  };
}

function withCapacity(frames: number): AcousticFeatures {
  return {
    frames,
    cepstra: new Float32Array(frames * COEFFICIENTS),
    loudness: new Float32Array(frames),
    voicing: new Float32Array(frames),
  };
}

function doubled(small: AcousticFeatures): AcousticFeatures {
  const big = withCapacity(small.frames * 2);
  big.cepstra.set(small.cepstra);
  big.loudness.set(small.loudness);
  big.voicing.set(small.voicing);
  return big;
}
