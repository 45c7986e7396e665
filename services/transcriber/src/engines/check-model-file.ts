import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { readOnnxMetadata } from './read-onnx-metadata';

/** A file of a model: its path, and its name in messages for operators. */
export interface ModelFile {
  path: string;
  shown: string;
}

const TOKENS_BYTES_MAX = 16 * 1024 * 1024;
/** `symbol id`; the symbol may be a space. */
const TOKEN_LINE = /^(?:\S+\s+|\s*)\d+\s*$/;
const NO_METADATA: ReadonlyMap<string, string> = new Map();

/** The fault of a file, for operators, or the metadata of a valid file. */
export type FileCheck = { fault: string } | { metadata: ReadonlyMap<string, string> };

/** Checks that a file is a complete ONNX model, because sherpa-onnx exits on files that are not. */
export async function checkModelFile(file: ModelFile): Promise<FileCheck> {
  const fault = await accessFault(file);
  if (fault !== null) return { fault };
  const metadata = await readOnnxMetadata(file.path);
  return metadata ?? { fault: `${file.shown} is no complete ONNX model: is the download complete?` };
}

/** Checks that a file is a token list: a symbol and its number on each line. */
export async function checkTokensFile(file: ModelFile): Promise<FileCheck> {
  const fault = await accessFault(file);
  if (fault !== null) return { fault };
  if ((await stat(file.path)).size > TOKENS_BYTES_MAX) {
    return { fault: `${file.shown} is too large for a list of tokens` };
  }
  const lines = (await readFile(file.path, 'utf8')).split(/\r?\n/);
  const wrong = lines.findIndex((line) => line !== '' && !TOKEN_LINE.test(line));
  if (wrong >= 0) return { fault: `line ${wrong + 1} of ${file.shown} is not a token and its number` };
  return lines.filter((line) => line !== '').length < 2
    ? { fault: `${file.shown} lists no tokens` }
    : { metadata: NO_METADATA };
}

async function accessFault({ path, shown }: ModelFile): Promise<string | null> {
  const facts = await stat(path).catch(() => null);
  if (!facts) return `${shown} is missing`;
  if (!facts.isFile()) return `${shown} is no file`;
  if (facts.size === 0) return `${shown} is empty`;
  return access(path, constants.R_OK).then(
    () => null,
    () => `${shown} may not be read`,
  );
}
