import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onnxGraph, type OnnxModel } from './onnx-graph';

/** A model with the interface of Silero VAD: everything louder than noise is speech. */
const loudnessVad: OnnxModel = {
  inputs: [
    ['input', 'float', ['N', 'T']],
    ['state', 'float', [2, 'N', 128]],
    ['sr', 'int64', [1]],
  ],
  outputs: [
    ['output', 'float', ['N', 1]],
    ['stateN', 'float', [2, 'N', 128]],
  ],
  nodes: [
    { op: 'Abs', inputs: ['input'], outputs: ['level'] },
    { op: 'ReduceMean', inputs: ['level'], outputs: ['mean'], attributes: { axes: [1], keepdims: 1 } },
    { op: 'Sub', inputs: ['mean', 'threshold'], outputs: ['above'] },
    { op: 'Mul', inputs: ['above', 'steepness'], outputs: ['steep'] },
    { op: 'Sigmoid', inputs: ['steep'], outputs: ['output'] },
    { op: 'Identity', inputs: ['state'], outputs: ['stateN'] },
  ],
  weights: {
    threshold: { dims: [1], floats: [0.02] },
    steepness: { dims: [1], floats: [1_000] },
  },
};

const WINDOW = 160_000;
const FIELD = 991;
const SHIFT = 270;

/** A model with the interface of pyannote segmentation: a low tone is the first speaker of a window, a high one the second. */
const toneSegmentation: OnnxModel = {
  inputs: [['x', 'float', ['N', 1, 'T']]],
  outputs: [['y', 'float', ['N', 'F', 7]]],
  nodes: [
    { op: 'Conv', inputs: ['x', 'kernels'], outputs: ['both'], attributes: { pads: [1, 0] } },
    { op: 'Abs', inputs: ['both'], outputs: ['levels'] },
    {
      op: 'AveragePool',
      inputs: ['levels'],
      outputs: ['means'],
      attributes: { kernel_shape: [FIELD], strides: [SHIFT] },
    },
    { op: 'Transpose', inputs: ['means'], outputs: ['frames'], attributes: { perm: [0, 2, 1] } },
    { op: 'MatMul', inputs: ['frames', 'classes'], outputs: ['scores'] },
    { op: 'Add', inputs: ['scores', 'bias'], outputs: ['y'] },
  ],
  weights: {
    // The signal and its first difference.
    kernels: { dims: [2, 1, 2], floats: [0, 1, -1, 1] },
    classes: { dims: [2, 7], floats: [0, 1, -0.5, 0, 0, 0, 0, 0, -1, 1, 0, 0, 0, 0] },
    bias: { dims: [7], floats: [0.02, 0, 0, -9, -9, -9, -9] },
  },
  metadata: {
    num_speakers: 3,
    powerset_max_classes: 2,
    num_classes: 7,
    sample_rate: 16_000,
    window_size: WINDOW,
    receptive_field_size: FIELD,
    receptive_field_shift: SHIFT,
  },
};

/** A speaker embedding: the energy of the low bands minus that of the high bands. */
const toneEmbedding: OnnxModel = {
  inputs: [['x', 'float', ['N', 'T', 80]]],
  outputs: [['embedding', 'float', ['N', 2]]],
  nodes: [
    { op: 'ReduceMean', inputs: ['x'], outputs: ['mean'], attributes: { axes: [1], keepdims: 0 } },
    { op: 'MatMul', inputs: ['mean', 'contrast'], outputs: ['balance'] },
    { op: 'Add', inputs: ['balance', 'bias'], outputs: ['embedding'] },
  ],
  weights: {
    contrast: {
      dims: [80, 2],
      floats: Array.from({ length: 160 }, (_, index) => {
        if (index % 2 === 1) return 0;
        return index < 60 ? 1 : index >= 100 ? -1 : 0;
      }),
    },
    bias: { dims: [2], floats: [0, 1] },
  },
  metadata: {
    framework: 'wespeaker',
    language: 'English',
    output_dim: 2,
    sample_rate: 16_000,
    normalize_samples: 1,
  },
};

/** Writes `vad.onnx`, `segmentation.onnx` and `embedding.onnx`, which treat tones as speech. */
export async function writeToneDetectors(directory: string): Promise<void> {
  await writeFile(join(directory, 'vad.onnx'), onnxGraph(loudnessVad));
  await writeFile(join(directory, 'segmentation.onnx'), onnxGraph(toneSegmentation));
  await writeFile(join(directory, 'embedding.onnx'), onnxGraph(toneEmbedding));
}
