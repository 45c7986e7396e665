import { FrameMeter, WINDOW } from './frame-meter';
import { readWavSamples } from './read-wav-samples';
import { COEFFICIENTS, HOP, type VoiceMeasures } from './voice-measures';

const FRAMES_AT_FIRST = 4_096;

/** One pass over a recording; an hour takes 18 MB. */
export function measureVoice(wavPath: string): VoiceMeasures {
  const meter = new FrameMeter();
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

function withRoom(frames: number): VoiceMeasures {
  return {
    frames,
    cepstra: new Float32Array(frames * COEFFICIENTS),
    loudness: new Float32Array(frames),
    voicing: new Float32Array(frames),
  };
}

function doubled(small: VoiceMeasures): VoiceMeasures {
  const big = withRoom(small.frames * 2);
  big.cepstra.set(small.cepstra);
  big.loudness.set(small.loudness);
  big.voicing.set(small.voicing);
  return big;
}
