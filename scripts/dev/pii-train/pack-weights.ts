import { featureMark, LABELS, weightsFile } from '@medley/person-model';
import type { TrainedWeights } from './crf-trainer';

const MOST = 127;
const { headerBytes, magic } = weightsFile;

/** Quantize weights to 8 bits, scaled by the largest; `outsideBias` is subtracted from the score of “no name”. */
export function packWeights({ rows, pairs }: TrainedWeights, outsideBias: number): Buffer {
  const most = rows.reduce((sum, weight) => Math.max(sum, Math.abs(weight)), 0);
  const step = most > 0 ? Math.fround(most / MOST) : 1;
  const bytes = Buffer.alloc(headerBytes + pairs.length * 4 + rows.length);
  bytes.writeUInt32LE(magic, 0);
  bytes.writeUInt32LE(featureMark, 4);
  bytes.writeUInt32LE(Math.log2(rows.length / LABELS), 8);
  bytes.writeFloatLE(step, 12);
  bytes.writeFloatLE(outsideBias, 16);
  let at: number = headerBytes;
  for (const score of pairs) at = bytes.writeFloatLE(score, at);
  for (const weight of rows)
    at = bytes.writeInt8(Math.max(-MOST, Math.min(MOST, Math.round(weight / step))), at);
  return bytes;
}
