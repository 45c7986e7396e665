import { resolve } from 'node:path';
import type { CheckedModel } from './check-sherpa-models';
import type { SherpaEntry } from './sherpa-entry';
import type { SherpaConfig } from './sherpa-messages';

const RATE = 16_000;
/** Whisper processes 30 s at once; other models get slow on longer utterances. */
const UTTERANCE_SECONDS_MAX = 20;

/** Builds the configuration that a process loads for a model, in the format of sherpa-onnx. */
export function buildSherpaConfig(model: CheckedModel, entry: SherpaEntry, baseDir: string): SherpaConfig {
  const { vad, diarization } = entry;
  const runtime = { numThreads: model.entry.num_threads, provider: 'cpu', debug: 0 };
  const diarizationRuntime = { numThreads: model.entry.num_threads, provider: 'cpu', debug: 0 };
  return {
    recognizer: {
      featConfig: { sampleRate: RATE, featureDim: 80 },
      modelConfig: {
        ...familyConfig(model),
        tokens: model.paths.tokens,
        modelType: model.modelType,
        ...runtime,
      },
      decodingMethod: 'greedy_search',
    },
    vad: vad
      ? {
          sileroVad: {
            model: resolve(baseDir, vad.model),
            threshold: vad.threshold,
            minSpeechDuration: 0.2,
            minSilenceDuration: 0.4,
            maxSpeechDuration: UTTERANCE_SECONDS_MAX,
            windowSize: 512,
          },
          sampleRate: RATE,
          numThreads: 1,
          provider: 'cpu',
          debug: 0,
        }
      : null,
    diarization: diarization
      ? {
          segmentation: {
            pyannote: { model: resolve(baseDir, diarization.segmentation) },
            ...diarizationRuntime,
          },
          embedding: { model: resolve(baseDir, diarization.embedding), ...diarizationRuntime },
          threshold: diarization.threshold,
        }
      : null,
  };
}

function familyConfig({ entry, paths }: CheckedModel): object {
  const { encoder, decoder, joiner, model } = paths;
  switch (entry.type) {
    case 'whisper':
      return {
        whisper: {
          encoder,
          decoder,
          language: '',
          task: 'transcribe',
          tailPaddings: -1,
          enableTokenTimestamps: 1,
        },
      };
    case 'transducer':
      return { transducer: { encoder, decoder, joiner } };
    case 'nemo_ctc':
      return { nemoCtc: { model } };
    case 'zipformer_ctc':
      return { zipformerCtc: { model } };
    case 'sense_voice':
      return { senseVoice: { model, language: 'auto', useInverseTextNormalization: 1 } };
  }
}
