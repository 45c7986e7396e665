import { detectSpeech } from './detect-speech';
import { extractFeatures } from './extract-features';
import type { Diarization, SpeakerTurn } from './speaker-turn';
import { diarizeFrames, type SpeakerLimits, type FrameLabels } from './diarize-frames';
import { FRAME_RATE, type FrameSpan, type AcousticFeatures } from './acoustic-features';

/** Less speech than this (3 s) is not enough to distinguish speakers. */
const SPEECH_FRAMES_MIN = 3 * FRAME_RATE;
/** Signal-to-noise ratio below which speakers cannot be distinguished. */
const SNR_DB_MIN = 10;
/** Signal-to-noise ratio below which several speakers may be taken for one. */
const SNR_DB_CLEAN = 20;
/** Speakers at a smaller distance may be one. */
const DISTANCE_CERTAIN = 0.2;
/** The time of a frame is its middle. */
const FRAME_MIDDLE = 0.5;

const speakerWarnings = {
  basic:
    'speakers were separated by the basic method: similar voices may be taken for one, and of overlapping speakers only one is detected',
  noSpeech: 'speakers are not separated: no speech was found in the sound',
  tooLittle: 'speakers are not separated: there is too little speech to compare voices',
  noisy: 'speakers are not separated: the background is too loud to compare voices',
  loudBackground: 'the background is loud: several speakers may be taken for one',
  doubtful: 'two of the speakers sound much alike and may be one',
} as const;

/**
 * Diarizes prepared audio by the `basic` method, which needs no model: it compares the speakers of the recording with each
 * other. Returns no turns and a warning when there is too little speech or too much noise. It blocks for seconds: run it in
 * a thread.
 * @throws Error when the file is not prepared audio
 */
export function diarize(wavPath: string, limits: SpeakerLimits): Diarization {
  const features = extractFeatures(wavPath);
  const speech = detectSpeech(features);
  const frames = speech.reduce((sum, { from, to }) => sum + to - from, 0);
  if (frames === 0) return { turns: [], warnings: [speakerWarnings.noSpeech] };
  if (limits.maxSpeakers === 1) return { turns: speech.map((span) => turnOf(span, 0)), warnings: [] };
  if (frames < SPEECH_FRAMES_MIN) return { turns: [], warnings: [speakerWarnings.tooLittle] };
  const snr = signalToNoise(features, speech, frames);
  if (snr < SNR_DB_MIN) return { turns: [], warnings: [speakerWarnings.noisy] };

  const labels = diarizeFrames(features, speech, limits);
  const isDoubtful = labels.distanceMin !== null && labels.distanceMin < DISTANCE_CERTAIN;
  return {
    turns: turnsOf(speech, labels),
    warnings: [
      speakerWarnings.basic,
      ...(snr < SNR_DB_CLEAN ? [speakerWarnings.loudBackground] : []),
      ...(isDoubtful ? [speakerWarnings.doubtful] : []),
    ],
  };
}

/** Median loudness of speech minus that of the background, in dB; infinite without background. */
function signalToNoise({ loudness }: AcousticFeatures, speech: readonly FrameSpan[], frames: number): number {
  const spoken = new Float32Array(frames);
  const background = new Float32Array(loudness.length - frames);
  let [at, backgroundAt, before] = [0, 0, 0];
  for (const { from, to } of [...speech, { from: loudness.length, to: loudness.length }]) {
    background.set(loudness.subarray(before, from), backgroundAt);
    spoken.set(loudness.subarray(from, to), at);
    backgroundAt += from - before;
    at += to - from;
    before = to;
  }
  return background.length === 0 ? Infinity : medianOf(spoken) - medianOf(background);
}

function medianOf(values: Float32Array): number {
  return values.sort()[values.length >> 1] ?? 0;
}

function turnsOf(speech: readonly FrameSpan[], { speakers }: FrameLabels): SpeakerTurn[] {
  let at = 0;
  return speech.flatMap(({ from, to }) => {
    const turns: SpeakerTurn[] = [];
    for (let start = from; start < to;) {
      const speaker = speakers[at] as number;
      let end = start;
      for (; end < to && speakers[at] === speaker; end += 1) at += 1;
      turns.push(turnOf({ from: start, to: end }, speaker));
      start = end;
    }
    return turns;
  });
}

function turnOf({ from, to }: FrameSpan, speaker: number): SpeakerTurn {
  return {
    start: (from + FRAME_MIDDLE) / FRAME_RATE,
    end: (to + FRAME_MIDDLE) / FRAME_RATE,
    speaker: `speaker ${speaker + 1}`,
  };
}
