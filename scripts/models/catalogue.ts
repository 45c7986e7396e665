/** Families of models in the catalogue. */
type Family = 'whisper' | 'transducer' | 'nemo_ctc';

/** One download of `npm run models`. */
export interface CatalogueRow {
  name: string;
  /** Path below the releases of sherpa-onnx. */
  path: string;
  /** Exact size of the download; null when only a rounded figure is known. */
  bytes: number | null;
  /** Rounded size; null when unknown. */
  roughMegabytes: number | null;
  /** Null when none is published: the checksum of the first download is stored and later ones are compared with it. */
  sha256: string | null;
  license: string;
  what: string;
  /** The role of the model in an engine. */
  use: RecogniserUse | { as: 'vad' | 'segmentation' | 'embedding'; file: string };
}

interface RecogniserUse {
  as: 'model';
  type: Family;
  languages: string[] | null;
  /** Members of the archive that are not needed: unquantised variants, samples. */
  without: string[];
}

const SAMPLES = '*/test_wavs';

function whisper(size: string, facts: Pick<CatalogueRow, 'bytes' | 'sha256'>): CatalogueRow {
  return {
    name: `whisper-${size}`,
    path: `asr-models/sherpa-onnx-whisper-${size}.tar.bz2`,
    ...facts,
    roughMegabytes: Math.round((facts.bytes ?? 0) / 1e6),
    license: 'MIT',
    what: `OpenAI Whisper ${size}, 99 languages`,
    use: {
      as: 'model',
      type: 'whisper',
      languages: null,
      without: [SAMPLES, `*/${size}-encoder.onnx`, `*/${size}-decoder.onnx`, '*.weights'],
    },
  };
}

const russian = (type: Family): RecogniserUse => ({
  as: 'model',
  type,
  languages: ['ru'],
  without: [SAMPLES],
});

/**
 * Sizes and checksums are those that several independent projects publish for these files of the releases at
 * github.com/k2-fsa/sherpa-onnx; where they differ or are missing, the field is null.
 */
export const catalogue: readonly CatalogueRow[] = [
  whisper('tiny', { bytes: 116_204_861, sha256: 'c46116994e539aa165266d96b325252728429c12535eb9d8b6a2b10f129e66b1' }),
  whisper('base', { bytes: 207_557_382, sha256: '911b2083efd7c0dca2ac3b358b75222660dc09fb716d64fbfc417ba6c99ff3de' }),
  whisper('small', { bytes: 639_387_718, sha256: '486a46afbb7ba798507190ffe02fea2dd726049af212e774537efac6afb210a6' }),
  whisper('turbo', { bytes: 563_790_207, sha256: 'b11acbbcd660b44a8e0df33724feb5aaa709cf65668f2823d59f656312544f22' }),
  {
    name: 'gigaam-v3-ctc-ru',
    path: 'asr-models/sherpa-onnx-nemo-ctc-punct-giga-am-v3-russian-2025-12-16.tar.bz2',
    bytes: null,
    roughMegabytes: 163,
    sha256: '20e41e160efa6f2460a7ef6554cdbbb9e8fffb2b92e6bc708e9406bd8b9256ea',
    license: 'MIT',
    what: 'GigaAM v3, Russian, with punctuation',
    use: russian('nemo_ctc'),
  },
  {
    name: 'gigaam-v3-rnnt-ru',
    path: 'asr-models/sherpa-onnx-nemo-transducer-giga-am-v3-russian-2025-12-16.tar.bz2',
    bytes: 167_388_020,
    roughMegabytes: 167,
    sha256: '20a439491904b839f35eb8efaa3d99cbfaaad0c6dcba22d06ff218bb0056772d',
    license: 'MIT',
    what: 'GigaAM v3, Russian, the most accurate, lower case',
    use: russian('transducer'),
  },
  {
    name: 'gigaam-v2-ctc-ru',
    path: 'asr-models/sherpa-onnx-nemo-ctc-giga-am-v2-russian-2025-04-19.tar.bz2',
    bytes: 166_917_722,
    roughMegabytes: 167,
    sha256: '777be8717d8aaf04861823671290f7687f7579fd9ac63a2124955573f920caf5',
    license: 'MIT',
    what: 'GigaAM v2, Russian, lower case',
    use: russian('nemo_ctc'),
  },
  {
    name: 'zipformer-small-ru',
    path: 'asr-models/sherpa-onnx-small-zipformer-ru-2024-09-18.tar.bz2',
    bytes: 109_906_654,
    roughMegabytes: 110,
    sha256: 'f766cea7df7e7204a5eac9edfba2d05e7546523a88e803f4a110b1865358d51a',
    license: 'Apache-2.0',
    what: 'Zipformer, Russian, small and fast',
    use: russian('transducer'),
  },
  {
    name: 'zipformer-ru',
    path: 'asr-models/sherpa-onnx-zipformer-ru-2024-09-18.tar.bz2',
    bytes: null,
    roughMegabytes: 300,
    sha256: null,
    license: 'Apache-2.0',
    what: 'Zipformer, Russian',
    use: russian('transducer'),
  },
  {
    name: 'zipformer-en',
    path: 'asr-models/sherpa-onnx-zipformer-en-2023-06-26.tar.bz2',
    bytes: null,
    roughMegabytes: null,
    sha256: null,
    license: 'Apache-2.0',
    what: 'Zipformer, English, upper case',
    use: { as: 'model', type: 'transducer', languages: ['en'], without: [SAMPLES] },
  },
  {
    name: 'silero-vad',
    path: 'asr-models/silero_vad.onnx',
    bytes: 643_854,
    roughMegabytes: 0.6,
    sha256: '9e2449e1087496d8d4caba907f23e0bd3f78d91fa552479bb9c23ac09cbb1fd6',
    license: 'MIT',
    what: 'voice activity; improves every recogniser',
    use: { as: 'vad', file: 'silero_vad.onnx' },
  },
  {
    name: 'pyannote-segmentation',
    path: 'speaker-segmentation-models/sherpa-onnx-pyannote-segmentation-3-0.tar.bz2',
    bytes: 6_958_444,
    roughMegabytes: 7,
    sha256: '24615ee884c897d9d2ba09bb4d30da6bb1b15e685065962db5b02e76e4996488',
    license: 'MIT',
    what: 'speakers, part 1: segmentation into turns',
    use: { as: 'segmentation', file: 'model.onnx' },
  },
  {
    name: '3dspeaker-campplus',
    path: 'speaker-recongition-models/3dspeaker_speech_campplus_sv_zh_en_16k-common_advanced.onnx',
    bytes: 28_281_164,
    roughMegabytes: 28,
    sha256: 'aa3cfc16963a10586a9393f5035d6d6b57e98d358b347f80c2a30bf4f00ceba2',
    license: 'Apache-2.0',
    what: 'speakers, part 2: embedding of voices',
    use: { as: 'embedding', file: '3dspeaker_speech_campplus_sv_zh_en_16k-common_advanced.onnx' },
  },
  {
    name: 'titanet-small',
    path: 'speaker-recongition-models/nemo_en_titanet_small.onnx',
    bytes: 40_257_283,
    roughMegabytes: 40,
    sha256: 'ad4a1802485d8b34c722d2a9d04249662f2ece5d28a7a039063ca22f515a789e',
    license: 'CC-BY-4.0',
    what: 'speakers, part 2, by NVIDIA NeMo',
    use: { as: 'embedding', file: 'nemo_en_titanet_small.onnx' },
  },
]; // prettier-ignore
