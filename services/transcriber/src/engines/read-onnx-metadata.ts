import { open, type FileHandle } from 'node:fs/promises';

/** The metadata of an ONNX model. */
export interface OnnxMetadata {
  /** `metadata_props` of the model. */
  metadata: ReadonlyMap<string, string>;
}

/** Field numbers of `ModelProto`. */
const IR_VERSION = 1;
const GRAPH = 7;
const METADATA = 14;
/** Protobuf wire types. */
const [VARINT, FIXED64, BYTES, FIXED32] = [0, 1, 2, 5];
const PROPERTY_BYTES_MAX = 4 * 1024 * 1024;

/**
 * Reads the metadata of an ONNX file without its weights, by skipping from one top-level field to the next. The fields must
 * fill the file exactly, which detects truncated files. Null when the file is not a complete ONNX model.
 */
export async function readOnnxMetadata(path: string): Promise<OnnxMetadata | null> {
  const file = await open(path);
  try {
    return await readFields(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

async function readFields(file: FileHandle, size: number): Promise<OnnxMetadata | null> {
  const metadata = new Map<string, string>();
  const seen = new Set<number>();
  let at = 0;
  while (at < size) {
    const field = await readField(file, at);
    if (!field || field.end > size) return null;
    seen.add(field.number);
    if (field.number === METADATA && field.end - field.start <= PROPERTY_BYTES_MAX) {
      const property = Buffer.alloc(field.end - field.start);
      await file.read(property, 0, property.length, field.start);
      const [key, value] = readProperty(property);
      metadata.set(key, value);
    }
    at = field.end;
  }
  return seen.has(IR_VERSION) && seen.has(GRAPH) ? { metadata } : null;
}

interface Field {
  number: number;
  /** Offsets of its content; empty for numbers. */
  start: number;
  end: number;
}

async function readField(file: FileHandle, at: number): Promise<Field | null> {
  const buffer = Buffer.alloc(20);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
  return parseField(buffer.subarray(0, bytesRead), at);
}

function parseField(buffer: Buffer, at: number): Field | null {
  const key = readVarint(buffer, 0);
  if (!key) return null;
  const number = Math.floor(key.value / 8);
  const wireType = key.value % 8;
  const start = at + key.end;
  if (wireType === FIXED64) return { number, start, end: start + 8 };
  if (wireType === FIXED32) return { number, start, end: start + 4 };
  const value = readVarint(buffer, key.end);
  if (!value || number === 0) return null;
  if (wireType === VARINT) return { number, start, end: at + value.end };
  return wireType === BYTES ? { number, start: at + value.end, end: at + value.end + value.value } : null;
}

function readVarint(buffer: Buffer, from: number): { value: number; end: number } | null {
  let value = 0;
  for (let index = 0; index < 10; index += 1) {
    const byte = buffer[from + index];
    if (byte === undefined) return null;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, end: from + index + 1 };
  }
  return null;
}

/** Parses a `StringStringEntryProto`: field 1 is the key, field 2 the value. */
function readProperty(buffer: Buffer): [key: string, value: string] {
  const texts = ['', '', ''];
  for (let at = 0; at < buffer.length;) {
    const field = parseField(buffer.subarray(at, at + 20), at);
    if (!field) break;
    texts[field.number] = buffer.toString('utf8', field.start, field.end);
    at = field.end;
  }
  return [texts[1] ?? '', texts[2] ?? ''];
}
