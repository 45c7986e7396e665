import { FrameAnalyzer, WINDOW } from './frame-analyzer';
import { readWavSamples } from './read-wav-samples';
import { COEFFICIENTS, HOP, type AcousticFeatures } from './acoustic-features';

const FRAMES_AT_FIRST = 4_096;

/** One pass over a recording; an hour takes 18 MB. */
export function extractFeatures(wavPath: string): AcousticFeatures {
  const meter = new FrameAnalyzer();
  let measures = withRoom(FRAMES_AT_FIRST);
  let frames = 0;
  let kept = new Float32Array(0);
  for (const portion of readWavSamples(wavPath)) {
    const samples = new Float32Array(kept.length + portion.length);
    samples.set(kept);
    samples.set(portion, kept.length);
    let at = 0;
    for (; at + WINDOW <= samples.length; at += HOP) {
      if (frames === measures.frames) measures = doubled(measures);
      meter.take(samples, at);
      measures.loudness[frames] = meter.loudness();
      measures.voicing[frames] = meter.voicing();
      meter.writeCepstrum(measures.cepstra, frames * COEFFICIENTS);
      frames += 1;
    }
    kept = samples.slice(at);
  }
  return {
    frames,
    cepstra: measures.cepstra.subarray(0, frames * COEFFICIENTS),
    loudness: measures.loudness.subarray(0, frames),
    voicing: measures.voicing.subarray(0, frames),
  };
}

function withRoom(frames: number): AcousticFeatures {
  return {
    frames,
    cepstra: new Float32Array(frames * COEFFICIENTS),
    loudness: new Float32Array(frames),
    voicing: new Float32Array(frames),
  };
}

function doubled(small: AcousticFeatures): AcousticFeatures {
  const big = withRoom(small.frames * 2);
  big.cepstra.set(small.cepstra);
  big.loudness.set(small.loudness);
  big.voicing.set(small.voicing);
  return big;
}
