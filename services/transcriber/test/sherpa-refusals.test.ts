import { copyFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeWithSherpa } from './describe-with-sherpa';
import { onnxGraph } from './tiny-models/onnx-graph';
import { toneCtc } from './tiny-models/tone-recognizers';
import { ctc, diarization, startSherpaHarness, transducer, vad, whisper } from './sherpa-harness';

const options = { language: 'auto', diarization: false };

interface Refusal {
  title: string;
  row: object;
  corrupt(directory: string): Promise<void>;
  reason: string;
}

const nothing = (): Promise<void> => Promise.resolve();
const page = '<!doctype html><title>Not Found</title>';

const refusals: Refusal[] = [
  {
    title: 'a missing directory',
    row: { models: [{ ...ctc, dir: 'nowhere' }] },
    corrupt: nothing,
    reason: 'model ctc: the directory nowhere is missing',
  },
  {
    title: 'a missing part',
    row: { models: [transducer] },
    corrupt: (at) => rm(join(at, 'transducer/joiner.onnx')),
    reason: 'model transducer: transducer/*joiner*.onnx is missing',
  },
  {
    title: 'a listed file that is missing',
    row: { models: [{ ...ctc, files: { model: 'model.int8.onnx' } }] },
    corrupt: nothing,
    reason: 'model ctc: ctc/model.int8.onnx is missing',
  },
  {
    title: 'several files for one part',
    row: { models: [ctc] },
    corrupt: (at) => copyFile(join(at, 'ctc/model.onnx'), join(at, 'ctc/other.onnx')),
    reason: 'model ctc: ctc has several files for the model (model.onnx, other.onnx): name one as files.model',
  },
  {
    title: 'an empty file',
    row: { models: [ctc] },
    corrupt: (at) => writeFile(join(at, 'ctc/model.onnx'), ''),
    reason: 'model ctc: ctc/model.onnx is empty',
  },
  {
    title: 'a web page instead of a model',
    row: { models: [whisper] },
    corrupt: (at) => writeFile(join(at, 'whisper/tone-decoder.onnx'), page),
    reason: 'model whisper: whisper/tone-decoder.onnx is no complete ONNX model: is the download complete?',
  },
  {
    title: 'a model that was cut off',
    row: { models: [ctc] },
    corrupt: (at) => truncate(join(at, 'ctc/model.onnx'), 700),
    reason: 'model ctc: ctc/model.onnx is no complete ONNX model: is the download complete?',
  },
  {
    title: 'a model of another family',
    row: { models: [{ ...ctc, type: 'sense_voice' }] },
    corrupt: nothing,
    reason: 'model ctc: ctc/model.onnx is no model of type sense_voice: its metadata lacks vocab_size, lfr_window_size',
  },
  {
    title: 'an invalid list of tokens',
    row: { models: [ctc] },
    corrupt: (at) => writeFile(join(at, 'ctc/tokens.txt'), `a 0\n${page}\n`),
    reason: 'model ctc: line 2 of ctc/tokens.txt is not a token and its number',
  },
  {
    title: 'a list without tokens',
    row: { models: [ctc] },
    corrupt: (at) => writeFile(join(at, 'ctc/tokens.txt'), '\n'),
    reason: 'model ctc: ctc/tokens.txt lists no tokens',
  },
  {
    title: 'a missing model for voice activity',
    row: { models: [ctc], vad: { model: 'silero_vad.onnx' } },
    corrupt: nothing,
    reason: 'vad.model: silero_vad.onnx is missing',
  },
  {
    title: 'a wrong model for the segments of speakers',
    row: { models: [ctc], diarization: { ...diarization, segmentation: 'embedding.onnx' } },
    corrupt: nothing,
    reason:
      'diarization.segmentation: embedding.onnx is no model for this: its metadata lacks num_speakers, powerset_max_classes, window_size',
  },
  {
    title: 'a wrong model for the voices of speakers',
    row: { models: [ctc], diarization: { ...diarization, embedding: 'vad.onnx' } },
    corrupt: nothing,
    reason:
      'diarization.embedding: vad.onnx is no model for this: its metadata lacks framework, output_dim, sample_rate',
  },
]; // prettier-ignore

describeWithSherpa('the sherpa engine has a reason, and the service continues, with', () => {
  test.each(refusals)('$title', async ({ row, corrupt, reason }) => {
    const sherpa = await startSherpaHarness({ vad, ...row }, corrupt);
    await expect(sherpa.worker.announcement()).resolves.toMatchObject({
      ready: false,
      engines: [{ name: 'home', ready: false, reason }],
    });
    const media = await sherpa.putTones([[300, 1]]);
    await expect(sherpa.worker.fail({ media }, options)).resolves.toMatchObject({
      code: 'ENGINE_NOT_CONFIGURED',
      message: `the speech engine home does not work: ${reason}`,
    });
    await sherpa.close();
  });

  test('valid files upon which the library exits', async () => {
    const nonsense = {
      ...toneCtc,
      nodes: [{ op: 'NoSuchOperator', inputs: ['length'], outputs: ['logprobs'] }],
    };
    const sherpa = await startSherpaHarness({ models: [ctc] }, (at) =>
      writeFile(join(at, 'ctc/model.onnx'), onnxGraph(nonsense)),
    );
    const { ready, engines } = await sherpa.worker.announcement();
    expect(ready).toBe(false);
    expect(engines[0]?.reason).toMatch(/^model ctc: sherpa-onnx cannot load its files: .*NoSuchOperator/);
    await sherpa.close();
  });
});

describeWithSherpa('the process of sherpa-onnx', () => {
  test('a model that crashes the library within a chunk fails only that step', async () => {
    const weights = { dims: [79, 3], floats: Array<number>(237).fill(0) };
    const narrow = { ...toneCtc, weights: { ...toneCtc.weights, weights } };
    const sherpa = await startSherpaHarness({ models: [ctc, transducer] }, (at) =>
    writeFile(
      join(at, 'ctc/model.onnx'),
      onnxGraph({
        ...narrow,
        inputs: [['audio_signal', 'float', ['N', 'C', 'T']], ['length', 'int64', ['N']]],
      }),
    ),
  ); // prettier-ignore
    const media = await sherpa.putTones([[300, 1]]);
    const error = await sherpa.worker.fail({ media }, { ...options, model: 'ctc' });
    expect(error).toEqual({
      code: 'TOOL_CRASHED',
      message: 'the local speech engine ended abnormally',
      retryable: true,
    });
    await expect(sherpa.transcribe([[300, 1]], { model: 'transducer' })).resolves.toMatchObject({
      text: 'low',
    });
    await sherpa.close();
  });
});

test('an invalid entry prevents the start and is named by its path', async () => {
  const start = startSherpaHarness({
    models: [
      { ...ctc, type: 'kaldi' },
      { ...ctc, num_threads: 0 },
    ],
  });
  await expect(start).rejects.toThrow(/\[0\]\.models\[0\]\.type must be one of/);
  await expect(start).rejects.toThrow(/\[0\]\.models\[1\]\.num_threads must be greater/);
});
