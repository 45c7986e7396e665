import { detectSpeech } from './detect-speech';
import { extractFeatures } from './extract-features';
import type { Diarization, SpeakerTurn } from './speaker-turn';
import { diarizeFrames, type SpeakerLimits, type FrameLabels } from './diarize-frames';
import { FRAME_RATE, type FrameSpan, type AcousticFeatures } from './acoustic-features';

/** Less speech than this says nothing about a second voice. */
const SPEECH_FRAMES_MIN = 3 * FRAME_RATE;
/** Background that is nearer to the voices than this is heard in their place. */
const NOISE_DISTANCE_DB = 10;
/** And nearer than this it may hide that there are two. */
const LOUD_BACKGROUND_DB = 20;
/** Two voices that differ by less than this may be one. */
const DOUBTFUL_DIFFERENCE = 0.2;
/** A frame stands for the time around its middle. */
const FRAME_MIDDLE = 0.5;

const speakerWarnings = {
  basic:
    'speakers were separated by the basic method: similar voices may be taken for one, and of several who speak at once only one is told',
  noSpeech: 'speakers are not separated: no speech was found in the sound',
  tooLittle: 'speakers are not separated: there is too little speech to compare voices',
  noisy: 'speakers are not separated: the background is too loud to compare voices',
  loudBackground: 'the background is loud: several speakers may be taken for one',
  doubtful: 'two of the speakers sound much alike and may be one',
} as const;

/** Who speaks when in prepared audio. It takes seconds and blocks: for threads. */
export function diarizeSync(wavPath: string, limits: SpeakerLimits): Diarization {
  const measures = extractFeatures(wavPath);
  const speech = detectSpeech(measures);
  const frames = speech.reduce((sum, { from, to }) => sum + to - from, 0);
  if (frames === 0) return { turns: [], warnings: [speakerWarnings.noSpeech] };
  if (limits.maxSpeakers === 1) return { turns: speech.map((one) => turnOf(one, 0)), warnings: [] };
  if (frames < SPEECH_FRAMES_MIN) return { turns: [], warnings: [speakerWarnings.tooLittle] };
  const distance = distanceOfNoise(measures, speech, frames);
  if (distance < NOISE_DISTANCE_DB) return { turns: [], warnings: [speakerWarnings.noisy] };

  const course = diarizeFrames(measures, speech, limits);
  const isDoubtful = course.leastDifference !== null && course.leastDifference < DOUBTFUL_DIFFERENCE;
  return {
    turns: turnsOf(speech, course),
    warnings: [
      speakerWarnings.basic,
      ...(distance < LOUD_BACKGROUND_DB ? [speakerWarnings.loudBackground] : []),
      ...(isDoubtful ? [speakerWarnings.doubtful] : []),
    ],
  };
}

/** How far the ordinary background is below ordinary speech, in decibels; infinite where all is speech. */
function distanceOfNoise(
  { loudness }: AcousticFeatures,
  speech: readonly FrameSpan[],
  frames: number,
): number {
  const spoken = new Float32Array(frames);
  const rest = new Float32Array(loudness.length - frames);
  let [at, restAt, before] = [0, 0, 0];
  for (const { from, to } of [...speech, { from: loudness.length, to: loudness.length }]) {
    rest.set(loudness.subarray(before, from), restAt);
    spoken.set(loudness.subarray(from, to), at);
    restAt += from - before;
    at += to - from;
    before = to;
  }
  return rest.length === 0 ? Infinity : medianOf(spoken) - medianOf(rest);
}

function medianOf(values: Float32Array): number {
  return values.sort()[values.length >> 1] ?? 0;
}

function turnsOf(speech: readonly FrameSpan[], { voices }: FrameLabels): SpeakerTurn[] {
  let at = 0;
  return speech.flatMap(({ from, to }) => {
    const turns: SpeakerTurn[] = [];
    for (let start = from; start < to;) {
      const voice = voices[at] as number;
      let end = start;
      for (; end < to && voices[at] === voice; end += 1) at += 1;
      turns.push(turnOf({ from: start, to: end }, voice));
      start = end;
    }
    return turns;
  });
}

function turnOf({ from, to }: FrameSpan, voice: number): SpeakerTurn {
  return {
    start: (from + FRAME_MIDDLE) / FRAME_RATE,
    end: (to + FRAME_MIDDLE) / FRAME_RATE,
    speaker: `voice ${voice + 1}`,
  };
}
