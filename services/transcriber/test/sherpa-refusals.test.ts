import { copyFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeWithSherpa } from './describe-with-sherpa';
import { onnxGraph } from './tiny-models/onnx-graph';
import { toneCtc } from './tiny-models/tone-recognisers';
import { ctc, diarization, openSherpaLab, transducer, vad, whisper } from './sherpa-harness';

const wishes = { language: 'auto', diarization: false };

interface Refusal {
  title: string;
  row: object;
  spoil(directory: string): Promise<void>;
  reason: string;
}

const nothing = (): Promise<void> => Promise.resolve();
const page = '<!doctype html><title>Not Found</title>';

const refusals: Refusal[] = [
  {
    title: 'a directory that is not there',
    row: { models: [{ ...ctc, dir: 'nowhere' }] },
    spoil: nothing,
    reason: 'model ctc: the directory nowhere is missing',
  },
  {
    title: 'a part that is missing',
    row: { models: [transducer] },
    spoil: (at) => rm(join(at, 'transducer/joiner.onnx')),
    reason: 'model transducer: transducer/*joiner*.onnx is missing',
  },
  {
    title: 'a file that is named and missing',
    row: { models: [{ ...ctc, files: { model: 'model.int8.onnx' } }] },
    spoil: nothing,
    reason: 'model ctc: ctc/model.int8.onnx is missing',
  },
  {
    title: 'several files for one part',
    row: { models: [ctc] },
    spoil: (at) => copyFile(join(at, 'ctc/model.onnx'), join(at, 'ctc/other.onnx')),
    reason: 'model ctc: ctc has several files for the model (model.onnx, other.onnx): name one as files.model',
  },
  {
    title: 'an empty file',
    row: { models: [ctc] },
    spoil: (at) => writeFile(join(at, 'ctc/model.onnx'), ''),
    reason: 'model ctc: ctc/model.onnx is empty',
  },
  {
    title: 'a page of a website in the place of a model',
    row: { models: [whisper] },
    spoil: (at) => writeFile(join(at, 'whisper/tone-decoder.onnx'), page),
    reason: 'model whisper: whisper/tone-decoder.onnx is no complete ONNX model: was it downloaded to its end?',
  },
  {
    title: 'a model that was cut off',
    row: { models: [ctc] },
    spoil: (at) => truncate(join(at, 'ctc/model.onnx'), 700),
    reason: 'model ctc: ctc/model.onnx is no complete ONNX model: was it downloaded to its end?',
  },
  {
    title: 'a model of another family',
    row: { models: [{ ...ctc, type: 'sense_voice' }] },
    spoil: nothing,
    reason: 'model ctc: ctc/model.onnx is no model of type sense_voice: it does not say its vocab_size, lfr_window_size',
  },
  {
    title: 'a list of tokens that is none',
    row: { models: [ctc] },
    spoil: (at) => writeFile(join(at, 'ctc/tokens.txt'), `a 0\n${page}\n`),
    reason: 'model ctc: line 2 of ctc/tokens.txt is not a token and its number',
  },
  {
    title: 'a list without tokens',
    row: { models: [ctc] },
    spoil: (at) => writeFile(join(at, 'ctc/tokens.txt'), '\n'),
    reason: 'model ctc: ctc/tokens.txt lists no tokens',
  },
  {
    title: 'a missing model for voice activity',
    row: { models: [ctc], vad: { model: 'silero_vad.onnx' } },
    spoil: nothing,
    reason: 'vad.model: silero_vad.onnx is missing',
  },
  {
    title: 'a wrong model for the segments of speakers',
    row: { models: [ctc], diarization: { ...diarization, segmentation: 'embedding.onnx' } },
    spoil: nothing,
    reason:
      'diarization.segmentation: embedding.onnx is no model for this: it does not say its num_speakers, powerset_max_classes, window_size',
  },
  {
    title: 'a wrong model for the voices of speakers',
    row: { models: [ctc], diarization: { ...diarization, embedding: 'vad.onnx' } },
    spoil: nothing,
    reason:
      'diarization.embedding: vad.onnx is no model for this: it does not say its framework, output_dim, sample_rate',
  },
]; // prettier-ignore

describeWithSherpa(
  'the engine of sherpa-onnx says why it does not work, and the service goes on, with',
  () => {
    test.each(refusals)('$title', async ({ row, spoil, reason }) => {
      const sherpa = await openSherpaLab({ vad, ...row }, spoil);
      await expect(sherpa.lab.announcement()).resolves.toMatchObject({
        ready: false,
        engines: [{ name: 'home', ready: false, reason }],
      });
      const media = await sherpa.putTones([[300, 1]]);
      await expect(sherpa.lab.fail({ media }, wishes)).resolves.toMatchObject({
        code: 'ENGINE_NOT_CONFIGURED',
        message: `the speech engine home does not work: ${reason}`,
      });
      await sherpa.close();
    });

    test('files that look right and end the process of the library', async () => {
      const nonsense = {
        ...toneCtc,
        nodes: [{ op: 'NoSuchOperator', inputs: ['length'], outputs: ['logprobs'] }],
      };
      const sherpa = await openSherpaLab({ models: [ctc] }, (at) =>
        writeFile(join(at, 'ctc/model.onnx'), onnxGraph(nonsense)),
      );
      const { ready, engines } = await sherpa.lab.announcement();
      expect(ready).toBe(false);
      expect(engines[0]?.reason).toMatch(/^model ctc: sherpa-onnx cannot load its files: .*NoSuchOperator/);
      await sherpa.close();
    });
  },
);

describeWithSherpa('the process of sherpa-onnx', () => {
  test('a model that ends the library in the middle of a chunk costs this step only', async () => {
    const narrow = { ...toneCtc, weights: { ...toneCtc.weights, weights: { dims: [79, 3], floats: Array<number>(237).fill(0) } } }; // prettier-ignore
    const sherpa = await openSherpaLab({ models: [ctc, transducer] }, (at) =>
    writeFile(
      join(at, 'ctc/model.onnx'),
      onnxGraph({
        ...narrow,
        inputs: [['audio_signal', 'float', ['N', 'C', 'T']], ['length', 'int64', ['N']]],
      }),
    ),
  ); // prettier-ignore
    const media = await sherpa.putTones([[300, 1]]);
    const error = await sherpa.lab.fail({ media }, { ...wishes, model: 'ctc' });
    expect(error).toEqual({
      code: 'TOOL_CRASHED',
      message: 'the local speech engine ended abnormally',
      retryable: true,
    });
    await expect(sherpa.hear([[300, 1]], { model: 'transducer' })).resolves.toMatchObject({ text: 'low' });
    await sherpa.close();
  });
});

test('a row that is wrong stops the start, named by its path', async () => {
  const start = openSherpaLab({
    models: [
      { ...ctc, type: 'kaldi' },
      { ...ctc, num_threads: 0 },
    ],
  });
  await expect(start).rejects.toThrow(/\[0\]\.models\[0\]\.type must be one of/);
  await expect(start).rejects.toThrow(/\[0\]\.models\[1\]\.num_threads must be greater/);
});
