/** The part of the library that is used here; the package has no types. */
declare module 'sherpa-onnx-node' {
  export interface Waveform {
    samples: Float32Array;
    sampleRate: number;
  }
  export interface OfflineRecognizerResult {
    text: string;
    /** The language that Whisper detected; empty for other models. */
    lang: string;
    tokens: string[];
    /** Seconds, one for each token; empty when the model returns none. */
    timestamps: number[];
    durations: number[];
  }
  export interface OfflineStream {
    acceptWaveform(wave: Waveform): void;
  }
  export class OfflineRecognizer {
    constructor(config: object);
    createStream(): OfflineStream;
    setConfig(config: object): void;
    decode(stream: OfflineStream): void;
    getResult(stream: OfflineStream): OfflineRecognizerResult;
  }
  export class Vad {
    constructor(config: object, bufferSizeInSeconds: number);
    acceptWaveform(samples: Float32Array): void;
    isEmpty(): boolean;
    front(enableExternalBuffer: boolean): { start: number; samples: Float32Array };
    pop(): void;
    flush(): void;
    reset(): void;
  }
  export interface SpeakerClusters {
    /** -1: decided by `threshold`. */
    numClusters: number;
    threshold: number;
  }
  export class OfflineSpeakerDiarization {
    constructor(config: object);
    sampleRate: number;
    setConfig(config: { clustering: SpeakerClusters }): void;
    process(samples: Float32Array): { start: number; end: number; speaker: number }[];
  }
  export function readWave(path: string, enableExternalBuffer: boolean): Waveform;
}
