/** A tensor: its shape and values; `ints` are 64-bit integers. */
interface Weight {
  dims: number[];
  floats?: number[];
  ints?: number[];
}

interface OnnxNode {
  op: string;
  inputs: string[];
  outputs: string[];
  attributes?: Record<string, number | number[]>;
}

/** Name, element type and shape; a string is a variable dimension. */
type OnnxValue = [name: string, type: 'float' | 'int64', shape: (number | string)[]];

export interface OnnxModel {
  inputs: OnnxValue[];
  outputs: OnnxValue[];
  nodes: OnnxNode[];
  weights?: Record<string, Weight>;
  metadata?: Record<string, string | number>;
}

const FLOAT = 1;
const INT64 = 7;
const OPSET = 17;
const IR_VERSION = 8;

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest === 0n ? low : low | 0x80);
  } while (rest !== 0n);
  return Buffer.from(bytes);
}

const int = (field: number, value: number): Buffer => Buffer.concat([varint(field << 3), varint(value)]);

function bytes(field: number, content: Buffer | string): Buffer {
  const body = Buffer.from(content);
  return Buffer.concat([varint((field << 3) | 2), varint(body.length), body]);
}

const message = (field: number, ...parts: Buffer[]): Buffer => bytes(field, Buffer.concat(parts));

function float(field: number, value: number): Buffer {
  const body = Buffer.alloc(4);
  body.writeFloatLE(value);
  return Buffer.concat([varint((field << 3) | 5), body]);
}

function attribute(name: string, value: number | number[]): Buffer {
  if (Array.isArray(value)) {
    return message(5, bytes(1, name), ...value.map((one) => int(8, one)), int(20, 7));
  }
  return Number.isInteger(value)
    ? message(5, bytes(1, name), int(3, value), int(20, 2))
    : message(5, bytes(1, name), float(2, value), int(20, 1));
}

function node({ op, inputs, outputs, attributes = {} }: OnnxNode): Buffer {
  return message(
    1,
    ...inputs.map((name) => bytes(1, name)),
    ...outputs.map((name) => bytes(2, name)),
    bytes(4, op),
    ...Object.entries(attributes).map(([name, value]) => attribute(name, value)),
  );
}

function weight(name: string, { dims, floats, ints = [] }: Weight): Buffer {
  const data = Buffer.alloc(floats ? floats.length * 4 : ints.length * 8);
  floats?.forEach((value, index) => data.writeFloatLE(value, index * 4));
  if (!floats) ints.forEach((value, index) => data.writeBigInt64LE(BigInt(value), index * 8));
  const type = floats ? FLOAT : INT64;
  return message(5, ...dims.map((dim) => int(1, dim)), int(2, type), bytes(8, name), bytes(9, data));
}

function valueInfo(field: number, [name, type, shape]: OnnxValue): Buffer {
  const dims = shape.map((dim) => message(1, typeof dim === 'number' ? int(1, dim) : bytes(2, dim)));
  const tensor = message(1, int(1, type === 'float' ? FLOAT : INT64), message(2, ...dims));
  return message(field, bytes(1, name), message(2, tensor));
}

/** Encodes a model of a few nodes as an ONNX file. */
export function onnxGraph({ inputs, outputs, nodes, weights = {}, metadata = {} }: OnnxModel): Buffer {
  const graph = message(
    7,
    ...nodes.map(node),
    bytes(2, 'tiny'),
    ...Object.entries(weights).map(([name, one]) => weight(name, one)),
    ...inputs.map((value) => valueInfo(11, value)),
    ...outputs.map((value) => valueInfo(12, value)),
  );
  const entries = Object.entries(metadata).map(([key, value]) =>
    message(14, bytes(1, key), bytes(2, String(value))),
  );
  const opset = message(8, bytes(1, ''), int(2, OPSET));
  return Buffer.concat([int(1, IR_VERSION), bytes(2, 'medley-tests'), graph, opset, ...entries]);
}
