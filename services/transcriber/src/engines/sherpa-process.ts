import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import type * as Sherpa from 'sherpa-onnx-node';
import { splitAtSpeakerChanges, type SpeechSpan } from './split-at-speaker-changes';
import {
  RESPONSE_PREFIX,
  type SherpaResponse,
  type SherpaJob,
  type SherpaConfig,
  type SherpaUtterance,
} from './sherpa-messages';

const RATE = 16_000;
const VAD_WINDOW = 512;
const VAD_BUFFER_S = 60;
/** Around what was found to be speech, so that no sound of a word is cut off. */
const MARGIN_S = 0.1;
/** The library ignores the number of voices where one window of 10 s holds everything: silence makes it two. */
const TWO_WINDOWS = 12 * RATE;

type Library = typeof Sherpa;

/**
 * The whole of a process: the first line of its input says what to load, each one after is a chunk of audio, each gets
 * one line of an answer. It is a process and not a thread because the library ends the process it is in when a model
 * file is not what it expected, and cannot be stopped in the middle of its work: see docs/adr/0014-sherpa-process.md.
 */
class Listener {
  readonly #recognizer: Sherpa.OfflineRecognizer;
  readonly #vad: Sherpa.Vad | null;
  readonly #diarization: Sherpa.OfflineSpeakerDiarization | null;

  constructor(
    private readonly library: Library,
    private readonly load: SherpaConfig,
  ) {
    this.#recognizer = new library.OfflineRecognizer(load.recognizer);
    this.#vad = load.vad && new library.Vad(load.vad, VAD_BUFFER_S);
    const { segmentation, embedding, threshold } = load.diarization ?? {};
    this.#diarization = load.diarization && new library.OfflineSpeakerDiarization({
      segmentation,
      embedding,
      clustering: { numClusters: -1, threshold },
      minDurationOn: 0.3,
      minDurationOff: 0.5,
    }); // prettier-ignore
  }

  hear({ path, language, speakers }: SherpaJob): SherpaUtterance[] {
    const { samples, sampleRate } = this.library.readWave(path, false);
    if (sampleRate !== RATE) throw new Error('the prepared audio has no 16 kHz');
    this.#speak(language);
    const speech = this.#detectSpeech(samples);
    const stretches = speakers ? splitAtSpeakerChanges(speech, this.#tellApart(samples, speakers)) : speech;
    return stretches.map((stretch) => this.#recognise(samples, stretch));
  }

  #speak(language: string | null): void {
    const { modelConfig, ...config } = this.load.recognizer;
    if (!modelConfig.whisper) return;
    const whisper = { ...modelConfig.whisper, language: language ?? '' };
    this.#recognizer.setConfig({ ...config, modelConfig: { ...modelConfig, whisper } });
  }

  #detectSpeech(samples: Float32Array): SpeechSpan[] {
    const vad = this.#vad;
    if (!vad) return samples.length === 0 ? [] : [{ start: 0, end: samples.length / RATE, speaker: null }];
    const found: SpeechSpan[] = [];
    const drain = (): void => {
      for (; !vad.isEmpty(); vad.pop()) {
        const { start, samples: speech } = vad.front(false);
        found.push({ start: start / RATE, end: (start + speech.length) / RATE, speaker: null });
      }
    };
    for (let at = 0; at < samples.length; at += VAD_WINDOW) {
      const window = new Float32Array(VAD_WINDOW);
      window.set(samples.subarray(at, at + VAD_WINDOW));
      vad.acceptWaveform(window);
      drain();
    }
    vad.flush();
    drain();
    vad.reset();
    return found;
  }

  /** Bounds that the voices themselves do not keep are given to the clustering as a number. */
  #tellApart(samples: Float32Array, { min, max }: NonNullable<SherpaJob['speakers']>): SpeechSpan[] {
    const threshold = this.load.diarization?.threshold ?? 0.5;
    const attempt = (numClusters: number): SpeechSpan[] => {
      this.#diarization?.setConfig({ clustering: { numClusters, threshold } });
      const heard = numClusters > 0 ? lengthened(samples) : samples;
      return (this.#diarization?.process(heard) ?? []).map(({ start, end, speaker }) => ({
        start,
        end,
        speaker: String(speaker),
      }));
    };
    if (min !== null && min === max) return attempt(min);
    const turns = attempt(-1);
    const count = new Set(turns.map(({ speaker }) => speaker)).size;
    if (min !== null && count < min) return attempt(min);
    return max !== null && count > max ? attempt(max) : turns;
  }

  #recognise(samples: Float32Array, { start, end, speaker }: SpeechSpan): SherpaUtterance {
    const from = Math.max(0, start - MARGIN_S);
    const stream = this.#recognizer.createStream();
    const speech = samples.slice(Math.floor(from * RATE), Math.ceil((end + MARGIN_S) * RATE));
    stream.acceptWaveform({ samples: speech, sampleRate: RATE });
    this.#recognizer.decode(stream);
    const { text, lang, tokens, timestamps, durations } = this.#recognizer.getResult(stream);
    return { start: from, end, speaker, text, language: lang, tokens, timestamps, durations };
  }
}

function lengthened(samples: Float32Array): Float32Array {
  if (samples.length >= TWO_WINDOWS) return samples;
  const longer = new Float32Array(TWO_WINDOWS);
  longer.set(samples);
  return longer;
}

let listener: Listener | undefined;

/** An optional dependency: it may be missing, or have no binary for this machine. */
function loadLibrary(): Library {
  return createRequire(__filename)('sherpa-onnx-node') as Library;
}

function answerTo(line: string): SherpaResponse {
  try {
    const message = JSON.parse(line) as SherpaConfig | SherpaJob;
    if ('path' in message) return { done: listener?.hear(message) ?? [] };
    listener = new Listener(loadLibrary(), message);
    return { done: [] };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  process.stdout.write(`${RESPONSE_PREFIX}${JSON.stringify(answerTo(line))}\n`);
});
