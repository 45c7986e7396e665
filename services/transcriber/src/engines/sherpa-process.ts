import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import type * as Sherpa from 'sherpa-onnx-node';
import {
  RESPONSE_PREFIX,
  type SherpaResponse,
  type SherpaJob,
  type SherpaConfig,
  type SherpaUtterance,
} from './sherpa-messages';
import { splitAtSpeakerChanges, type SpeechSpan } from './split-at-speaker-changes';

const RATE = 16_000;
const VAD_WINDOW = 512;
const VAD_BUFFER_S = 60;
/** Padding of detected speech, so that words are not cut off. */
const MARGIN_S = 0.1;
/** The library ignores `numClusters` for audio within one window of 10 s, so such audio is padded to this length. */
const TWO_WINDOWS_SAMPLES = 12 * RATE;

type Library = typeof Sherpa;

/**
 * Runs sherpa-onnx. This file is the entry point of a child process: the first line of stdin is a `SherpaConfig`, every
 * further line a `SherpaJob`, and each gets one response line. It is a process and not a thread because the library exits
 * on unexpected model files and cannot be interrupted: see docs/adr/0014-sherpa-process.md.
 */
class SherpaTranscriber {
  readonly #recognizer: Sherpa.OfflineRecognizer;
  readonly #vad: Sherpa.Vad | null;
  readonly #diarization: Sherpa.OfflineSpeakerDiarization | null;

  constructor(
    private readonly library: Library,
    private readonly config: SherpaConfig,
  ) {
    this.#recognizer = new library.OfflineRecognizer(config.recognizer);
    this.#vad = config.vad && new library.Vad(config.vad, VAD_BUFFER_S);
    const { segmentation, embedding, threshold } = config.diarization ?? {};
    this.#diarization = config.diarization && new library.OfflineSpeakerDiarization({
      segmentation,
      embedding,
      clustering: { numClusters: -1, threshold },
      minDurationOn: 0.3,
      minDurationOff: 0.5,
    }); // prettier-ignore
  }

  transcribe({ path, language, speakers }: SherpaJob): SherpaUtterance[] {
    const { samples, sampleRate } = this.library.readWave(path, false);
    if (sampleRate !== RATE) throw new Error('the sample rate of the prepared audio is not 16 kHz');
    this.#setLanguage(language);
    const speech = this.#detectSpeech(samples);
    const spans = speakers ? splitAtSpeakerChanges(speech, this.#diarize(samples, speakers)) : speech;
    return spans.map((span) => this.#recognize(samples, span));
  }

  #setLanguage(language: string | null): void {
    const { modelConfig, ...config } = this.config.recognizer;
    if (!modelConfig.whisper) return;
    const whisper = { ...modelConfig.whisper, language: language ?? '' };
    this.#recognizer.setConfig({ ...config, modelConfig: { ...modelConfig, whisper } });
  }

  #detectSpeech(samples: Float32Array): SpeechSpan[] {
    const vad = this.#vad;
    if (!vad) return samples.length === 0 ? [] : [{ start: 0, end: samples.length / RATE, speaker: null }];
    const found: SpeechSpan[] = [];
    const drain = (): void => {
      while (!vad.isEmpty()) {
        const { start, samples: speech } = vad.front(false);
        found.push({ start: start / RATE, end: (start + speech.length) / RATE, speaker: null });
        vad.pop();
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

  /** When the number of speakers found is out of limits, clusters again with the limit as the number of speakers. */
  #diarize(samples: Float32Array, { min, max }: NonNullable<SherpaJob['speakers']>): SpeechSpan[] {
    const threshold = this.config.diarization?.threshold ?? 0.5;
    const cluster = (numClusters: number): SpeechSpan[] => {
      this.#diarization?.setConfig({ clustering: { numClusters, threshold } });
      const input = numClusters > 0 ? padded(samples) : samples;
      return (this.#diarization?.process(input) ?? []).map(({ start, end, speaker }) => ({
        start,
        end,
        speaker: String(speaker),
      }));
    };
    if (min !== null && min === max) return cluster(min);
    const turns = cluster(-1);
    const count = new Set(turns.map(({ speaker }) => speaker)).size;
    if (min !== null && count < min) return cluster(min);
    return max !== null && count > max ? cluster(max) : turns;
  }

  #recognize(samples: Float32Array, { start, end, speaker }: SpeechSpan): SherpaUtterance {
    const from = Math.max(0, start - MARGIN_S);
    const stream = this.#recognizer.createStream();
    const speech = samples.slice(Math.floor(from * RATE), Math.ceil((end + MARGIN_S) * RATE));
    stream.acceptWaveform({ samples: speech, sampleRate: RATE });
    this.#recognizer.decode(stream);
    const { text, lang, tokens, timestamps, durations } = this.#recognizer.getResult(stream);
    return { start: from, end, speaker, text, language: lang, tokens, timestamps, durations };
  }
}

function padded(samples: Float32Array): Float32Array {
  if (samples.length >= TWO_WINDOWS_SAMPLES) return samples;
  const longer = new Float32Array(TWO_WINDOWS_SAMPLES);
  longer.set(samples);
  return longer;
}

let transcriber: SherpaTranscriber | undefined;

/** The library is an optional dependency: it may be missing, or have no binary for this platform. */
function loadLibrary(): Library {
  return createRequire(__filename)('sherpa-onnx-node') as Library;
}

function respond(line: string): SherpaResponse {
  try {
    const message = JSON.parse(line) as SherpaConfig | SherpaJob;
    if ('path' in message) return { done: transcriber?.transcribe(message) ?? [] };
    transcriber = new SherpaTranscriber(loadLibrary(), message);
    return { done: [] };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  process.stdout.write(`${RESPONSE_PREFIX}${JSON.stringify(respond(line))}\n`);
});
